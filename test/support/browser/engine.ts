/** The small part of a browser that stories in several engines need. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Clicks on a button with this text, once it is there. */
  click(button: string): Promise<void>;
  /** Ticks a box, or unticks it. */
  tick(field: string): Promise<void>;
  /** Types into a field, which a CSS selector names. */
  type(field: string, text: string): Promise<void>;
  /** Chooses files in the first field for files. */
  upload(paths: string[]): Promise<void>;
  /** Text that a person sees on the page. */
  text(): Promise<string>;
  /** Errors in the console since the last call. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** An engine that may be installed. */
export interface Installation {
  /** Name of the Debian package that is missing. */
  missing?: string;
  /** Starts the browser with a home directory, where it may leave downloads. */
  open: (home: string) => Promise<Engine>;
}

/** XPath of a button with this text. */
export const buttonPath = (text: string): string => `//button[normalize-space()=${JSON.stringify(text)}]`;
