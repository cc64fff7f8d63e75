(* Reads JSON as strictly as the verifier does: no field twice, no number of 20 digits, nothing nested deeply. *)

type t = Null | Bool of bool | Int of int | Fraction | String of string | List of t list | Object of (string * t) list

exception Refused of string

let refuse reason = raise (Refused reason)
let claim holds reason = if not holds then refuse reason
let deepest = 64

let parse text =
  let length = String.length text and at = ref 0 in
  let wrong () = refuse "it is not a JSON document" in
  let peek () = if !at < length then text.[!at] else '\000' in
  let rec skip () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr at; skip () | _ -> () in
  let expect c = if peek () = c then incr at else wrong () in
  let word letters value =
    let size = String.length letters in
    if !at + size <= length && String.sub text !at size = letters then (at := !at + size; value) else wrong ()
  in
  let escape buffer =
    (match peek () with
     | ('"' | '\\' | '/') as c -> Buffer.add_char buffer c
     | 'b' | 'f' | 'n' | 'r' | 't' -> Buffer.add_char buffer '\n'
     | 'u' ->
       if !at + 4 >= length then wrong ();
       let digits = String.sub text (!at + 1) 4 in
       let hex = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
       if not (String.for_all hex digits) then wrong ();
       let code = int_of_string ("0x" ^ digits) in
       (* Nothing we look for has such a character, so any other that it cannot have will do. *)
       Buffer.add_char buffer (if code < 128 then Char.chr code else '\255');
       at := !at + 4
     | _ -> wrong ());
    incr at
  in
  let text_value () =
    let buffer = Buffer.create 16 in
    expect '"';
    let rec go () =
      if !at >= length || text.[!at] < ' ' then wrong ();
      match text.[!at] with
      | '"' -> incr at
      | '\\' -> incr at; escape buffer; go ()
      | c -> Buffer.add_char buffer c; incr at; go ()
    in
    go ();
    Buffer.contents buffer
  in
  let digits () =
    let start = !at in
    while '0' <= peek () && peek () <= '9' do incr at done;
    if !at = start then wrong ();
    claim (!at - start < 20) "a number is too large";
    String.sub text start (!at - start)
  in
  let number () =
    let negative = peek () = '-' in
    if negative then incr at;
    let whole = digits () in
    if String.length whole > 1 && whole.[0] = '0' then wrong ();
    let fraction = peek () = '.' in
    if fraction then (incr at; ignore (digits ()));
    let power = peek () = 'e' || peek () = 'E' in
    if power then (incr at; (if peek () = '+' || peek () = '-' then incr at); ignore (digits ()));
    if fraction || power then Fraction
    else match int_of_string_opt whole with
      | Some n -> Int (if negative then -n else n)
      | None -> refuse "a number is too large"
  in
  let rec value depth =
    claim (depth < deepest) "the document is nested too deeply";
    skip ();
    let result =
      match peek () with
      | '"' -> String (text_value ())
      | '[' -> List (items ']' depth (fun () -> value (depth + 1)))
      | '{' -> Object (unique (items '}' depth (fun () -> field depth)))
      | 't' -> word "true" (Bool true)
      | 'f' -> word "false" (Bool false)
      | 'n' -> word "null" Null
      | _ -> number ()
    in
    skip ();
    result
  and items : 'a. char -> int -> (unit -> 'a) -> 'a list = fun close _ item ->
    incr at;
    skip ();
    if peek () = close then (incr at; [])
    else
      let rec go found =
        let found = item () :: found in
        if peek () = ',' then (incr at; go found) else (expect close; List.rev found)
      in
      go []
  and field depth =
    skip ();
    let name = text_value () in
    skip ();
    expect ':';
    (name, value (depth + 1))
  and unique fields =
    let names = List.map fst fields in
    claim (List.length (List.sort_uniq compare names) = List.length names) "a field is given twice";
    fields
  in
  let document = value 0 in
  if !at < length then wrong ();
  document
