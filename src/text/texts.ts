/** The sentences that a screen or layer loads with itself, by noun. Each noun's file in `zh_HK` adds its own here. */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Texts {}

export type TextNoun = keyof Texts
