import type { EnginePage } from './engine-page.ts'

/** What a viewer does and sees, in the words that every engine's driver knows. */
export interface Journey {
  /** States the rule, as test names do. */
  readonly name: string
  /** Also in WebKitGTK, whose driver is slow and which shows no picture without a sound device. */
  readonly webkit?: true
  readonly run: (page: EnginePage) => Promise<void>
}
