import { generate } from 'lean-qr/nano';

const MARGIN = 2;
/** Two rows of squares in a line of text, by whether the upper and the lower one are light. */
const BLOCKS = [' ', '▄', '▀', '█'] as const;

/** Draws a QR code as text, two rows in each line. On a terminal the colours are set, so that it is dark on light in any theme. */
export function qrCode(text: string, { colours = false } = {}): string {
  const code = generate(text);
  const isLight = (x: number, y: number) => !code.get(x, y);
  const lines: string[] = [];
  for (let y = -MARGIN; y < code.size + MARGIN; y += 2) {
    let line = '';
    for (let x = -MARGIN; x < code.size + MARGIN; x += 1)
      line += BLOCKS[(isLight(x, y) ? 2 : 0) + (isLight(x, y + 1) ? 1 : 0)];
    lines.push(colours ? `\x1b[97;40m${line}\x1b[0m` : line);
  }
  return `${lines.join('\n')}\n`;
}
