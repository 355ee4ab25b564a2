/** Keys beyond single characters, by their names in `KeyboardEvent.key`. */
export const NAMED_KEYS = ['Enter', 'Escape', 'Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
export type NamedKey = (typeof NAMED_KEYS)[number]

/** A point of the window, in CSS pixels. */
export type Point = { x: number; y: number }

/** A function for the page, and what it is given. It is sent as text: it uses nothing but its arguments and the page. */
export type PageFunction<A extends readonly unknown[], T> = (...args: A) => T | Promise<T>

/** A call of a function as a script. As text it needs no evaluation inside the page, which its content security policy forbids. */
export const scriptOf = (fn: PageFunction<never[], unknown>, args: readonly unknown[]): string =>
  `(${String(fn)})(...${JSON.stringify(args)})`

/** A tab without history and storage, with what every driver can do. */
export interface EngineTab {
  /** Errors that the page did not catch, and console errors, where the driver tells them. */
  readonly errors: readonly string[]
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Calls a function in the page; arguments and result are JSON. */
  run<A extends readonly unknown[], T>(fn: PageFunction<A, T>, ...args: A): Promise<T>
  /** Presses a key, with Shift where it is an upper sign of a key (`shifted`). */
  pressKey(key: NamedKey | (string & {}), options?: { shifted?: boolean }): Promise<void>
  click(point: Point): Promise<void>
  hover(point: Point): Promise<void>
  close(): Promise<void>
}

/** A browser engine that runs. */
export interface Engine {
  /** Name and version. */
  readonly version: string
  newTab(): Promise<EngineTab>
  close(): Promise<void>
}

/** The size of the window of each engine, in CSS pixels. */
export const WINDOW = { width: 1440, height: 900 } as const
