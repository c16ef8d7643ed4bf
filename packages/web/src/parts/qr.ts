import { generate } from 'lean-qr/nano';

/** The dark squares of a QR code as the outline of an SVG, and how many squares wide it is with its margin. */
export function outline(text: string): { path: string; size: number } {
  const code = generate(text);
  const margin = 4;
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) squares.push(`M${x + margin} ${y + margin}h1v1h-1z`);
    }
  }
  return { path: squares.join(''), size: code.size + 2 * margin };
}
