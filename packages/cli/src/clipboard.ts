import { spawn } from 'node:child_process';
import { warn, write, type Io } from './io.ts';

type Command = [program: string, ...args: string[]];

/** The programs that may set the clipboard, in the order to try. */
export function clipboardCommands(env: Io['env'], platform: string = process.platform): Command[] {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip.exe']];
  const wayland: Command[] = env.WAYLAND_DISPLAY ? [['wl-copy']] : [];
  const x11: Command[] = env.DISPLAY
    ? [
        ['xclip', '-selection', 'clipboard'],
        ['xsel', '--clipboard', '--input'],
      ]
    : [];
  const windows: Command[] = env.WSL_DISTRO_NAME ? [['clip.exe']] : [];
  return [...wayland, ...x11, ...windows];
}

/**
 * Copies a text to the clipboard by the first program that can, else asks the terminal to (OSC 52), which works over
 * SSH, too. Returns how, or undefined if nothing could. The text is never an argument.
 */
export async function copy(io: Io, text: string): Promise<string | undefined> {
  for (const command of clipboardCommands(io.env)) if (await pipeInto(io, command, text)) return command[0];
  if (!io.stderr.isTTY) return undefined;
  await write(io.stderr, `\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  return 'the terminal';
}

/** Copies a link, and warns if that did not work: the link has been printed by then. */
export async function copyLink(io: Io, link: string): Promise<boolean> {
  const by = await copy(io, link);
  if (by === undefined) await warn(io, 'the link was not copied: there is no clipboard program');
  return by !== undefined;
}

function pipeInto({ env }: Io, [program, ...args]: Command, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...env }, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => resolve(false)).on('exit', (code) => resolve(code === 0));
    child.stdin.on('error', () => undefined).end(text);
  });
}
