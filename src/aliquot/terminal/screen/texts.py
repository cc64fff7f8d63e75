"""The sentences of the full screen that no other door uses, in one place for a translator.

Sentences about a match that every door uses are in `aliquot.reports.sentences`. Texts with `$name` are Textual markup,
texts with `{name}` are format strings.
"""

# --- everywhere -------------------------------------------------------------------------------------

KEYS_TITLE = "Keys"
HELP_TITLE = "Help"
KEYS_EVERYWHERE = (
    ("Tab", "Go to the next part of the screen"),
    ("mouse", "Click anything you can choose"),
)
ARROWS = (("arrows", "Move the cursor"),)
CLOSE = "Esc: close"
THEME = "Theme: {theme}"
THEME_HELP = "Change the colours"
THEME_NOT_SAVED = "Cannot save the theme: {problem}"
QUIT_HELP = "Leave Aliquot; your games are saved"
KEY_HELP = "Press {key}"
LOADING = "Loading…"
TOO_SMALL = "[bold $accent]A little more room, please.[/]\nEnlarge to $needed (now $size)."
WAY_OUT = "\n\nOr press [bold $primary]Ctrl-Q[/] to quit,\nand play in line mode: aliquot --line"
CRASH = "aliquot: Aliquot crashed: {error}. Your game is saved: run 'aliquot resume'."
CRASH_DETAILS = "aliquot: Aliquot crashed: {error}. Your game is saved: run 'aliquot resume'. Details: {path}"

# --- a match ----------------------------------------------------------------------------------------

TO_MOVE = "to move"
WINS = "wins"
NO_MOVES_YET = "No moves yet."
MOVES_TITLE = "Moves"
COIN = "The coin shows {side}: {name} moves first."
SERIES = "Game {number} of at most {length}   {one} {won} : {lost} {two}"
SERIES_WON = "{result} {name} wins the series {won} to {lost}."
READY = "$who, are you ready? Press [bold $primary]Enter[/] to start the clock."
THINKING = "$who is thinking…"
ASK_MOVE = "$who: $request."
PLAYED = "{name} played {move}."
NOTICE_PLAYED = "{notice} {name} played {move}."
REMATCH = "[bold $primary]n[/] Rematch"
NEXT_GAME = "[bold $primary]n[/] Next game"
REVIEW = "[bold $primary]v[/] Review this game"
DEEPER = "[bold $primary]d[/] Try a deeper game"
DEEPER_TITLE = "With one number, one move wins once you know the trick. Try one of these:"
NONE_OF_THESE = "[bold $primary]Esc[/] None of these"
HINT = "Hint {step} of {steps}: {text}"
HINT_MORE = "Hint {step} of {steps}: {text}   (press h for more)"
ANALYSING = "Analysing… You can keep playing."
NO_STUDY = "Hints are off in this game: study it when it is over."
ASK_TAKE_BACK = "{opponent}, may {name} take back {move}?"
TAKE_BACK_REFUSED = "{opponent} says no."
TAKEN_BACK = "Move taken back."
ASK_RESIGN = "{name}, do you want to resign?"
RESIGN = "resign"
PLAY_ON = "play on"
YES = "yes"
NO = "no"
ILLEGAL_LOSES = "{problem} Playing it would lose the game."

# --- boards -----------------------------------------------------------------------------------------

NO_PROPER_DIVISOR = "1 has no proper divisor"
PRIME = "a prime"
TWIN = "Same as the number before: choose there."
NO_MOVES_HERE = "No moves here."
MORE_ABOVE = "… {count} more above"
MORE_BELOW = "… {count} more below"
REACHABLE = "{reachable} of {count}"

# --- saved games ------------------------------------------------------------------------------------

SAVED_TITLE = "[bold $primary]Saved games[/]  [$faint]Search by name, game or date, or type unfinished[/]"
SEARCH = "Search"
SAVED_ARROWS = (("↑ ↓", "Go to another game"), ("← →", "Move the cursor in the search box"))
NO_GAMES = "No saved games yet."
COUNT = "{matching} of {total} games"
COUNT_NEWEST = "{matching} of {total} games; the newest {listed} are listed"
SUM = "Sum"
NO_DATE = "----------"
WON_ONE = "{date}  {players}: {game} {start}, {winner} won after 1 move"
WON = "{date}  {players}: {game} {start}, {winner} won after {moves} moves"
UNFINISHED_ONE = "{date}  {players}: {game} {start}, unfinished after 1 move"
UNFINISHED = "{date}  {players}: {game} {start}, unfinished after {moves} moves"
