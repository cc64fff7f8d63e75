(* Checks certificates with the functions of checker.ml, which are proved, and says what was proved.

     check_certificates < FILE             one document: a certificate, or an answer of `aliquot solve --json`
     check_certificates --lines < FILE     one document on each line, and one line of answer for each

   An answer begins with `proved:` and says it in words made from the very values the proved functions were called with,
   or it is `refused:` with a reason. This file and json.ml are not proved: they read the document, and they refuse
   what is not of its form. *)
open Checker
open Json

let largest_file = 16 * 1024 * 1024
let largest = 1_000_000_000_000_000_000
let largest_pool = 200_000
let most_numbers = 32
let most_divisors = 250_000
let most_values = 650_000
let most_lists = 250_000

(* ---- Numbers and lists ---- *)

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1
let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec of_nat = function O -> 0 | S n -> 1 + of_nat n

let whole = function
  | Int n when 1 <= n && n <= largest -> n
  | _ -> refuse "a number is not from 1 to 10^18"

let list = function List items -> items | _ -> refuse "a list is missing"
let map f items = List.rev (List.rev_map f items)
let numbers json = map (fun item -> positive (whole item)) (list json)

let two = function
  | List [ a; b ] -> (positive (whole a), positive (whole b))
  | _ -> refuse "two numbers are expected"

let field name fields =
  match List.assoc_opt name fields with Some value -> value | None -> refuse ("the field " ^ name ^ " is missing")

let only names fields = claim (List.sort compare (List.map fst fields) = List.sort compare names) "its fields are wrong"

(* A number of a position: digits, and no zero before them. *)
let digits text =
  let plain = String.for_all (fun c -> '0' <= c && c <= '9') text && text <> "" && text.[0] <> '0' in
  claim (plain && String.length text <= 19) "the position is not a number";
  match int_of_string_opt text with
  | Some n when n <= largest -> n
  | _ -> refuse "a number is not from 1 to 10^18"

(* ---- What a certificate says ---- *)

type stage = Plain | Before_first | Swap_open
type claims = { name : string; options : string list; position : string; wins : bool; moves : Json.t list;
                proof : (string * Json.t) list; stage : stage }

let fields = [ "format"; "version"; "game"; "position"; "wins"; "winning_moves"; "proof" ]

(* A name such as `dividers-duel(misere,swap)`, as the rule book and its variants. *)
let split game =
  let name, options =
    match String.index_opt game '(' with
    | None -> (game, [])
    | Some i ->
      let rest = String.sub game (i + 1) (String.length game - i - 1) in
      claim (String.length rest > 1 && rest.[String.length rest - 1] = ')') "the game is unknown";
      let inside = String.sub rest 0 (String.length rest - 1) in
      claim (not (String.exists (fun c -> c = '(' || c = ')') inside)) "the game is unknown";
      (String.sub game 0 i, String.split_on_char ',' inside)
  in
  (name, options)

let rec without_last = function [] | [ _ ] -> [] | x :: rest -> x :: without_last rest
let last_is word options = options <> [] && List.nth options (List.length options - 1) = word

let read_claims json =
  let document = match json with Object fields -> fields | _ -> refuse "it is not a certificate" in
  only fields document;
  claim (field "format" document = String "aliquot-certificate") "it is not in the format aliquot-certificate";
  claim (field "version" document = Int 3) "its version is not 3";
  match (field "game" document, field "position" document, field "wins" document, field "winning_moves" document,
         field "proof" document) with
  | String game, String position, Bool wins, List moves, Object proof ->
    let name, options = split game in
    let swaps = last_is "swap" options in
    let options = if swaps then without_last options else options in
    claim (not (List.mem "swap" options)) "the game is unknown";
    let size = String.length position in
    let is_open = swaps && size > 0 && position.[size - 1] = '~' in
    let position = if is_open then String.sub position 0 (size - 1) else position in
    let stage = if is_open then Swap_open else if swaps then Before_first else Plain in
    { name; options; position; wins; moves; proof; stage }
  | _ -> refuse "a field is of the wrong type"

(* While the swap is open: swapping wins, or the moves that win inside do. *)
let inside c =
  if c.stage <> Swap_open then c
  else begin
    claim c.wins "a player who may swap does not lose";
    let swaps = c.moves = [ String "swap" ] in
    { c with wins = not swaps; moves = (if swaps then [] else c.moves) }
  end

let claim_first c proof =
  claim ((not c.wins) && c.moves = []) "the first move does not win";
  only proof c.proof;
  claim (field "swap" c.proof = Bool true) "the first move does not win"

(* ---- Pools ---- *)

let pool_name = "divisor-duel-pool"

let opening_of = function
  | [] -> Any
  | [ "opening=even" ] -> Even
  | [ "opening=even-below-50" ] -> EvenTo (positive 49)
  | _ -> refuse "the game is unknown"

let read_pool text =
  match String.split_on_char '/' text with
  | [ bounds; rest ] ->
    let low, high =
      match String.split_on_char '-' bounds with
      | [ low; high ] -> (digits low, digits high)
      | _ -> refuse "the position is not a pool and picks"
    in
    claim (low <= high && high - low < largest_pool) "the pool is empty or too large";
    (low, high, if rest = "" then [] else map digits (String.split_on_char ',' rest))
  | _ -> refuse "the position is not a pool and picks"

let read_part = function
  | List (root :: ears) -> (positive (whole root), map numbers ears)
  | _ -> refuse "a part is a number and its ears"

let read_parts proof =
  only [ "pairs"; "barrier"; "parts"; "steps" ] proof;
  { c_pairs = map two (list (field "pairs" proof)); c_barrier = numbers (field "barrier" proof);
    c_parts = map read_part (list (field "parts" proof)); c_steps = map two (list (field "steps" proof)) }

let commas numbers = String.concat ", " (List.map string_of_int numbers)
let shown positives = commas (map of_positive positives)

let describe_pool low high opening picks =
  Printf.sprintf "the pool %d-%d%s%s" (of_positive low) (of_positive high)
    (match opening with
     | Any -> ""
     | Even -> " with an even first pick"
     | EvenTo bound -> Printf.sprintf " with an even first pick up to %d" (of_positive bound))
    (if picks = [] then "" else " after " ^ shown picks)

let outcome wins moves = if not wins then "is lost" else if moves = "" then "is won" else "is won by " ^ moves ^ " and no other move"
let while_open swap moves = if swap then "is won by a swap and no other move" else outcome true moves

let judge_pool c =
  let low, high, picks = read_pool c.position in
  let low, high, picks = (positive low, positive high, map positive picks) in
  if c.stage = Before_first then begin
    claim_first c [ "swap" ];
    claim (picks = []) "it is not the first move";
    let opening = opening_of (if last_is "misere" c.options then without_last c.options else c.options) in
    claim (check_pool_first low high opening) "there is no first move";
    describe_pool low high opening [] ^ " before the first move with the pie rule is lost"
  end
  else begin
    let opening = opening_of c.options and c = inside c in
    let certificate = read_parts c.proof and moves = map (fun move -> positive (whole move)) c.moves in
    if c.stage = Plain then begin
      claim (check_pool low high opening picks certificate c.wins moves) "the checker does not accept it";
      describe_pool low high opening picks ^ " " ^ outcome c.wins (shown moves)
    end
    else
      match picks with
      | [ pick ] ->
        claim (check_pool_open low high opening pick certificate (not c.wins) moves) "the checker does not accept it";
        describe_pool low high opening picks ^ " while a swap is possible " ^ while_open (not c.wins) (shown moves)
      | _ -> refuse "the swap is open after one pick only"
  end

(* ---- Numbers ---- *)

let subtraction = "divisor-duel-subtract"
let rule_books = [ "dividers-duel"; "divide-and-conquer"; "factor-duel"; subtraction ]

(* The rule book of each number, and whether the last move loses. *)
let rules_of c count =
  claim (count <= most_numbers) "there are too many numbers";
  claim (count > 1 || c.name <> "sum") "a sum has several numbers";
  let rules, variants =
    match (c.name, c.options) with
    | "sum", members :: variants -> (String.split_on_char '+' members, variants)
    | _ -> (List.init count (fun _ -> c.name), c.options)
  in
  let known = List.length rules = count && List.for_all (fun rule -> List.mem rule rule_books) rules in
  claim (known && (variants = [] || variants = [ "misere" ])) "the game is unknown";
  (rules, variants <> [])

(* A product that is no larger than any number of the games. *)
let product numbers =
  List.fold_left (fun n factor -> claim (n <= largest / factor) "a product is too large"; n * factor) 1 numbers

(* Primes and exponents; a prime that is there twice is there once with both exponents. *)
let read_factors json =
  let add found factor =
    match factor with
    | List [ prime; exponent ] ->
      let prime = whole prime and exponent = whole exponent in
      let before = Option.value ~default:0 (List.assoc_opt prime found) in
      claim (exponent < 60 && before + exponent < 60) "an exponent is too large";
      (prime, before + exponent) :: List.remove_assoc prime found
    | _ -> refuse "a factor is a prime and an exponent"
  in
  claim (List.compare_length_with (list json) 60 < 0) "there are too many factors";
  let factors = List.fold_left add [] (list json) in
  ignore (product (List.concat_map (fun (prime, exponent) -> List.init exponent (fun _ -> prime)) factors));
  factors

let read_row = function
  | List [ prime; base; primes ] ->
    let prime = whole prime and base = whole base and primes = map whole (list primes) in
    claim (List.compare_length_with primes 60 < 0 && product primes = prime - 1) "the primes multiply to something else";
    (prime, base, primes)
  | _ -> refuse "a prime is proved by a base and the primes of the number before it"

(* The proofs of the primes. Each must be needed, by the factors or by another proof, and be there once. As the primes of
   a number multiply to it, there are few then, whatever a document holds. *)
let read_witnesses proof factors =
  let rows = map read_row (list (field "primes" proof)) in
  let needed = Hashtbl.create 64 in
  let need prime = Hashtbl.replace needed prime () in
  List.iter (List.iter (fun (prime, _) -> need prime)) factors;
  List.iter (fun (_, _, primes) -> List.iter need primes) rows;
  let witness (prime, base, primes) =
    claim (Hashtbl.mem needed prime) "a prime is proved that is not needed, or twice";
    Hashtbl.remove needed prime;
    { w_prime = positive prime; w_base = positive base; w_primes = map positive primes }
  in
  map witness rows

(* The moves, each with its number and rule. The list must be ascending, as the verifier wants it. *)
let read_moves c values takes =
  let signed = List.exists Fun.id takes && not (List.for_all Fun.id takes) in
  let read = function
    | Int d when List.length values = 1 -> (List.hd values, d)
    | List [ Int n; Int d ] when List.length values > 1 -> (n, d)
    | _ -> refuse "a winning move is not a valid move"
  in
  let moves = map read c.moves in
  claim (moves = List.sort_uniq compare moves) "the moves are listed twice or out of order";
  let place (n, d) =
    let subtracts = if signed then d < 0 else List.hd takes in
    let d = if signed then abs d else d in
    claim (1 <= d && d <= largest && List.mem (n, subtracts) (List.combine values takes)) "a move is in no number";
    ((n, subtracts), d)
  in
  let placed = map place moves in
  fun n subtracts -> List.filter_map (fun (where, d) -> if where = (n, subtracts) then Some (positive d) else None) placed

let count_divisors factors = List.fold_left (fun count (_, e) -> min (count * (e + 1)) 1_000_000_000) 1 factors

let describe_numbers misere items =
  let one i = Printf.sprintf "%s %d" (if i.takes then "subtract" else "divide") (of_positive i.num) in
  String.concat " + " (map one items) ^ if misere then " where the last move loses" else ""

(* Divisions before subtractions, ascending; what is listed of two equal numbers is said once. *)
let shown_moves items =
  let one i = map (fun d -> (i.takes, of_positive i.num, of_positive d)) i.says in
  let show (takes, n, d) = Printf.sprintf "%d%s%d" n (if takes then "-" else "/") d in
  String.concat ", " (map show (List.sort_uniq compare (List.concat_map one items)))

let judge_numbers c =
  let parts = String.split_on_char '+' c.position in
  claim (List.length parts <= most_numbers) "there are too many numbers";
  let values = map digits parts in
  let rules, misere = rules_of c (List.length values) in
  let takes = List.map (fun rule -> rule = subtraction) rules in
  if c.stage = Before_first then begin
    claim_first c [ "swap"; "divisor" ];
    let least rule = if rule = "dividers-duel" || rule = "factor-duel" then 3 else 2 in
    claim (List.for_all2 (fun rule n -> n >= least rule) rules values) "it is not the first move";
    let placed = List.map2 (fun subtracts n -> (subtracts, positive n)) takes values in
    claim (check_numbers_first placed (positive (whole (field "divisor" c.proof)))) "there is no first move";
    let items = List.map (fun (takes, num) -> { takes; num; facs = []; says = [] }) placed in
    (describe_numbers misere items ^ " before the first move with the pie rule is lost", None)
  end
  else begin
    let c = inside c in
    only [ "factors"; "primes" ] c.proof;
    let factors = list (field "factors" c.proof) in
    claim (List.compare_length_with factors most_numbers <= 0) "every number needs its factors";
    let factors = map read_factors factors in
    let witnesses = read_witnesses c.proof factors in
    (* Of one number to subtract from, where the last move loses, the factors of several numbers are needed. *)
    let alone = misere && takes = [ true ] in
    let most = if alone then 3 else List.length values in
    claim (factors <> [] && List.length factors <= most) "every number needs its factors";
    claim (alone || List.length factors = most) "every number needs its factors";
    let divided = if alone then [ List.hd factors ] else factors in
    claim (List.fold_left (fun n f -> n + count_divisors f) 0 divided <= most_divisors) "there are too many divisors";
    let moves_of = read_moves c values takes in
    let powers_of = map (fun (p, e) -> (positive p, nat e)) in
    let item n subtracts powers =
      { takes = subtracts; num = positive n; facs = powers_of powers; says = moves_of n subtracts }
    in
    let items = List.map2 (fun (n, subtracts) powers -> item n subtracts powers) (List.combine values takes) divided in
    let holds =
      match (alone, items) with
      | true, [ { num; says } ] ->
        let factors = map powers_of factors in
        if c.stage = Plain then check_misere_subtraction witnesses num factors says c.wins
        else check_misere_subtraction_open witnesses num factors says (not c.wins)
      | _ ->
        if c.stage = Plain then check_numbers witnesses misere items c.wins
        else check_numbers_open witnesses misere items (not c.wins)
    in
    claim holds "the checker does not accept it";
    let grundy = if misere || c.stage <> Plain then None else Some (of_nat (grundy_value items)) in
    let told = if c.stage = Plain then outcome c.wins (shown_moves items) else while_open (not c.wins) (shown_moves items) in
    let while_ = if c.stage = Plain then " " else " while a swap is possible " in
    (describe_numbers misere items ^ while_ ^ told, grundy)
  end

let judge json =
  let c = read_claims json in
  if c.name = pool_name then (judge_pool c, None) else judge_numbers c

(* ---- Documents ---- *)

(* An answer of the oracle: its certificate, and of the rest the Grundy value, where one is proved. *)
let judge_answer document =
  let certificate = field "certificate" document in
  claim (certificate <> Null) "there is no certificate";
  let told, grundy = judge certificate in
  let inner = match certificate with Object fields -> fields | _ -> [] in
  let same name = field name document = field name inner in
  claim (same "position" && same "wins") "the certificate is about something else";
  claim (match List.assoc_opt "winning_moves" document with None -> true | Some moves -> moves = field "winning_moves" inner)
    "the winning moves are not those proved";
  let checked name = List.mem name [ "certificate"; "position"; "wins"; "winning_moves" ] in
  let value =
    match (grundy, List.assoc_opt "grundy" document) with
    | Some proved, Some (Int said) -> claim (proved = said) "the grundy is wrong"; true
    | _, Some Null -> true
    | _ -> false
  in
  let rest = List.filter (fun name -> not (checked name || (name = "grundy" && value))) (List.map fst document) in
  let extra = match grundy with Some value -> Printf.sprintf ", with the Grundy value %d" value | None -> "" in
  told ^ extra ^ if rest = [] then "" else "; not checked: " ^ String.concat ", " rest

let count text wanted = String.fold_left (fun n c -> if List.mem c wanted then n + 1 else n) 0 text

let answer text =
  try
    let fits = String.length text <= largest_file && count text [ ',' ] <= most_values in
    claim (fits && count text [ '['; '{' ] <= most_lists) "the document is too large";
    match parse text with
    | Object fields when List.mem_assoc "certificate" fields -> "proved: " ^ judge_answer fields
    | document -> "proved: " ^ fst (judge document)
  with
  | Refused reason -> "refused: " ^ reason
  | Stack_overflow | Out_of_memory -> "refused: the document is too large"

let read_all channel =
  let buffer = Buffer.create 65536 in
  let rec go () =
    if Buffer.length buffer <= largest_file then begin
      Buffer.add_channel buffer channel 1;
      go ()
    end
  in
  (try go () with End_of_file -> ());
  Buffer.contents buffer

let () =
  if Array.length Sys.argv = 2 && Sys.argv.(1) = "--lines" then
    try while true do print_endline (answer (input_line stdin)) done with End_of_file -> ()
  else begin
    let said = answer (read_all stdin) in
    print_endline said;
    if said.[0] = 'r' then exit 1
  end
