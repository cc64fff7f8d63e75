// @ts-check
// The example beside the rules, drawn.
import { Board } from "../boards/board.js";
import { pageData } from "../components/page-data.js";

const told = pageData();
const board = document.querySelector("aliquot-board");
if (told !== null && board instanceof Board) {
  board.start = told.position;
  board.view = told.view;
}
