(* Prints the tables that Tables.v makes: a line for each number below the bound, its value in Division and in
   Subtraction. *)
let () =
  let bound = int_of_string Sys.argv.(1) in
  let print number division subtraction = Printf.printf "%d %d %d\n" number division subtraction in
  List.iteri
    (fun number (division, subtraction) -> print number division subtraction)
    (List.rev (List.combine (Tables.division_table bound) (Tables.subtraction_table bound)))
