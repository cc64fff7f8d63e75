(* Prints the answers of Tables.v: `values BOUND` for the tables, a line for each number below the bound with its value in
   Division and in Subtraction; `verdicts` for the variants, a line for each with the id of the game, the position, and
   whether it is lost or won. *)
open Tables

let values bound =
  List.iteri
    (fun number (division, subtraction) -> Printf.printf "%d %d %d\n" number division subtraction)
    (List.rev (List.combine (division_table bound) (subtraction_table bound)))

let range low high = List.init (max 0 (high - low + 1)) (fun i -> low + i)
let tell id position lost = Printf.printf "%s %s %s\n" id position (if lost then "lost" else "won")
let plus numbers = String.concat "+" (List.map string_of_int numbers)
let divide numbers = List.map (fun n -> Inl n) numbers
let subtract numbers = List.map (fun n -> Inr n) numbers

(* One number, two and three in ascending order. *)
let groups ones twos threes =
  let rec choose count low high =
    if count = 0 then [ [] ]
    else List.concat_map (fun n -> List.map (fun rest -> n :: rest) (choose (count - 1) n high)) (range low high)
  in
  choose 1 2 ones @ choose 2 2 twos @ choose 3 2 threes

let division numbers =
  let start = plus numbers in
  let id options = Printf.sprintf "divide-and-conquer(start=%s%s)" start options in
  tell (id "") start (numbers_try (divide numbers));
  tell (id ",misere") start (misere_try (divide numbers));
  if List.length numbers < 3 then begin
    tell (id ",swap") start (pie_try First (divide numbers));
    tell (id ",swap") (start ^ "~") (pie_try Open (divide numbers));
    tell (id ",misere,swap") start (misere_pie_try First (divide numbers))
  end

let subtraction numbers =
  tell (Printf.sprintf "divisor-duel-subtract(start=%s)" (plus numbers)) (plus numbers) (numbers_try (subtract numbers))

let misere_subtraction number =
  let start = string_of_int number and numbers = subtract [ number ] in
  let id options = Printf.sprintf "divisor-duel-subtract(start=%s,misere%s)" start options in
  tell (id "") start (misere_try numbers);
  tell (id ",swap") start (misere_pie_try First numbers);
  tell (id ",swap") (start ^ "~") (misere_pie_try Open numbers)

let mixture a b =
  let id = Printf.sprintf "sum(divide-and-conquer:%d+divisor-duel-subtract:%d)" a b in
  tell id (plus [ a; b ]) (numbers_try (divide [ a ] @ subtract [ b ]))

let pool low high =
  let id = Printf.sprintf "divisor-duel-pool(pool=%d-%d)" low high in
  let numbers = range low high in
  List.iter
    (fun pick ->
      let left = List.filter (fun n -> n <> pick) numbers in
      tell id (Printf.sprintf "%d-%d/%d" low high pick) (pool_try left pick))
    numbers

let verdicts () =
  List.iter division (groups 100 36 16);
  List.iter subtraction (groups 48 24 10);
  List.iter misere_subtraction (range 2 40);
  List.iter (fun a -> List.iter (mixture a) (range 2 30)) (range 2 30);
  List.iter (fun low -> List.iter (pool low) (range (low + 1) (12 + 2 * low))) (range 1 3)

let () = if Sys.argv.(1) = "values" then values (int_of_string Sys.argv.(2)) else verdicts ()
