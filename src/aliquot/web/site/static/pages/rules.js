// @ts-check
// The example beside the rules, drawn.
import { Board } from "../boards/board.js";
import { pageData } from "../components/page-data.js";

const data = pageData();
const board = document.querySelector("aliquot-board");
if (data !== null && board instanceof Board) {
  board.view = data.view;
}
