import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** A colour of an operator's own, in light and in dark surroundings, with what is written upon it. */
export interface Colors {
  light: string;
  dark: string;
}

/** A picture, as it is sent. */
export interface Logo {
  type: string;
  bytes: Buffer;
}

/** An entry at the foot of each page. */
export interface FooterLink {
  label: string;
  href: string;
}

/** Background of cards (see `style.css`). */
const CARDS = { light: '#ffffff', dark: '#1c2025' };
const INKS = ['#ffffff', '#14171b'];

/**
 * Reads `#rrggbb`, or two of them with a comma between: for light and for dark surroundings.
 *
 * @throws Error for one that cannot be seen there (WCAG 2.2, 1.4.11: a contrast of 3)
 */
export function readColors(text: string): Colors {
  const [light, dark = light, ...more] = text.toLowerCase().split(/\s*,\s*/);
  if (more.length > 0 || ![light, dark].every((color) => /^#[\da-f]{6}$/.test(color ?? ''))) {
    throw new Error('must be a colour such as #1d5c4d, or two with a comma between: for light and for dark');
  }
  const colors = { light, dark } as Colors;
  for (const mode of ['light', 'dark'] as const) {
    if (contrast(colors[mode], CARDS[mode]) < 3) {
      throw new Error(`must be seen on the ${mode} pages (${CARDS[mode]}): another colour, or one for each`);
    }
  }
  return colors;
}

/** The style sheet of an operator's colour. */
export function colorSheet({ light, dark }: Colors): string {
  const [onLight, onDark] = [light, dark].map((color) =>
    INKS.toSorted((one, other) => contrast(other, color) - contrast(one, color)).at(0),
  );
  const rule = (color: string, ink: string | undefined): string =>
    `:root{--accent:${color};--on-accent:${ink}}`;
  return `${rule(light, onLight)}@media(prefers-color-scheme:dark){${rule(dark, onDark)}}`;
}

const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const LOGO_TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' };
const MAX_LOGO = 64 * 1024;

/**
 * Reads a picture.
 *
 * @throws Error when it is no SVG or PNG that may be sent with every page
 */
export function readLogo(path: string): Logo {
  const type = LOGO_TYPES[extname(path).toLowerCase()];
  if (type === undefined) throw new Error('must be the path of an .svg or .png file');
  const bytes = readBytes(path);
  if (bytes.length === 0 || bytes.length > MAX_LOGO) throw new Error('must have at most 64 KiB');
  return { type, bytes };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new Error('must be the path of a file that can be read');
  }
}

/**
 * Reads `Privacy=https://…, Report=mailto:…`.
 *
 * @throws Error for anything that is no such address
 */
export function readFooterLinks(text: string): FooterLink[] {
  return text.split(/\s*,\s*/).map((entry) => {
    const [, label, href = ''] = /^([^=]{1,40})=(.+)$/.exec(entry) ?? [];
    if (
      label === undefined ||
      !/^(?:https?|mailto):$/.test(URL.canParse(href) ? new URL(href).protocol : '')
    ) {
      throw new Error(
        'must be names and addresses such as Privacy=https://share.example/privacy, commas between',
      );
    }
    return { label: label.trim(), href };
  });
}

/** A name for a file that is made of its content. */
export const hashed = (name: string, content: Buffer | string, extension: string): string =>
  `/assets/${name}-${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.${extension}`;

/** Returns a file's hash for Subresource Integrity. */
export const integrityOf = (content: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
