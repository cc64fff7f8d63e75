// @ts-check
// Moments of a game: sounds, and the joy of a win. Loaded when the first of them comes.

/** @typedef {"move" | "turn" | "win" | "lose"} Moment */

/** The notes of each moment, in hertz, and how long each lasts, in seconds. @type {Record<Moment, {notes: number[], length: number}>} */
const TUNES = {
  move: { notes: [440], length: 0.09 },
  turn: { notes: [587, 784], length: 0.11 },
  win: { notes: [523, 659, 784, 1047], length: 0.15 },
  lose: { notes: [392, 330, 262], length: 0.2 },
};
const PRIMES = ["p2", "p3", "p5", "p7"];
const SPARKS = 40;
/** @type {AudioContext | null} */
let audio = null;

/** Play the sound of a moment, if sounds are switched on. @param {Moment} moment */
export function sound(moment) {
  if (document.documentElement.dataset["sounds"] !== "on" || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  const { notes, length } = TUNES[moment];
  const { currentTime: now, destination } = audio;
  for (const [place, pitch] of notes.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = now + place * length * 0.8;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.16, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length * 1.6);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + length * 1.7);
  }
}

/** Let the dots of the primes fly from the last number, unless reduced motion is asked for. @param {HTMLElement} stage */
export function celebrate(stage) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const frame = stage.getBoundingClientRect();
  const from = (stage.querySelector(".current") ?? stage).getBoundingClientRect();
  const layer = document.createElement("div");
  layer.className = "sparks";
  layer.setAttribute("aria-hidden", "true");
  stage.append(layer);
  for (let spark = 0; spark < SPARKS; spark += 1) {
    const dot = document.createElement("i");
    dot.className = PRIMES[spark % PRIMES.length] ?? "p2";
    dot.style.left = `${from.left + from.width / 2 - frame.left}px`;
    dot.style.top = `${from.top + from.height / 2 - frame.top}px`;
    layer.append(dot);
    const angle = (spark / SPARKS) * 2 * Math.PI;
    const far = 80 + (spark % 5) * 42;
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far];
    dot.animate(
      { transform: ["translate(0, 0) scale(0.4)", `translate(${x}px, ${y}px) scale(1.3)`, `translate(${x * 1.1}px, ${y * 1.1 + 30}px) scale(1)`, `translate(${x * 1.2}px, ${y * 1.2 + 90}px) scale(0.5)`], opacity: [1, 1, 1, 0] },
      { duration: 1300, delay: (spark % 6) * 45, easing: "cubic-bezier(0.2, 0.7, 0.4, 1)", fill: "both" },
    );
  }
  setTimeout(() => layer.remove(), 1700);
}
