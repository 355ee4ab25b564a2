/** What is wrong with a record of content, with the values that its sentence names. */
export interface ContentProblems {
  readonly notJson: {}
  readonly kindUnknown: { readonly kinds: readonly string[] }
  readonly unreadable: {}
  readonly fieldUnknown: { readonly names: readonly string[] }
  readonly missing: { readonly type: string }
  readonly wrongType: { readonly type: string }
  readonly notOneOf: { readonly values: readonly string[] }
  readonly tooSmall: { readonly min: number; readonly of: 'text' | 'list' | 'number' }
  readonly tooLarge: { readonly max: number; readonly of: 'text' | 'list' | 'number' }
  readonly malformed: {}
  readonly dollarSteps: {}
  readonly notAnInstant: {}
  readonly notADay: {}
  readonly notALanguage: {}
  readonly notAnImage: {}
  readonly notHttps: {}
  readonly notACountry: {}
  readonly notACodeName: {}
  readonly notPlain: {}
  readonly notAnAddress: {}
  readonly oneSource: {}
  readonly titleTwice: {}
  readonly blockEmpty: {}
  readonly nameReserved: {}
  readonly minAboveMax: {}
  /** The record is in an earlier line. */
  readonly repeated: { readonly name: string; readonly first: number }
  readonly titleUnknown: { readonly programId: string }
  readonly cinemaUnknown: { readonly cinemaId: string }
  readonly filmUnknown: { readonly filmId: string }
  readonly saleUnknown: { readonly saleId: string }
  readonly imageUnknown: { readonly key: string }
  readonly ticketsRedeemed: { readonly showtimeId: string; readonly redeemed: number }
  readonly showtimeTaken: { readonly showtimeId: string }
  readonly showtimeMoved: { readonly showtimeId: string }
  readonly unitsTaken: { readonly goodsId: string; readonly units: number }
  readonly countryTaken: { readonly country: string }
  readonly sellsLate: {}
  readonly startTaken: { readonly programId: string; readonly slotId: string }
  readonly seatsTaken: { readonly slotId: string; readonly taken: number }
  readonly slotMoved: { readonly slotId: string }
  readonly endsEarly: {}
  readonly formTooLong: { readonly days: number }
  readonly formWindow: {}
  readonly blockTwice: { readonly kind: string }
  readonly linkUnlisted: { readonly to: string }
  readonly nameTwice: { readonly name: string }
  readonly oncePerUnfit: {}
}

export type ContentProblem = {
  [P in keyof ContentProblems]: { readonly is: P } & ContentProblems[P]
}[keyof ContentProblems]

/** Fragments that follow the name of a field: without a full stop. */
export type ContentProblemText = {
  readonly [P in keyof ContentProblems]: (values: ContentProblems[P]) => string
}

/** Those that a schema names as its message. */
export const CONTENT_RULES = [
  'dollarSteps',
  'notAnInstant',
  'notADay',
  'notALanguage',
  'notAnImage',
  'notHttps',
  'notACountry',
  'notACodeName',
  'notPlain',
  'notAnAddress',
  'oneSource',
  'titleTwice',
  'blockEmpty',
  'nameReserved',
  'minAboveMax',
] as const satisfies readonly (keyof ContentProblems)[]
export type ContentRule = (typeof CONTENT_RULES)[number]

export const isContentRule = (message: string): message is ContentRule => CONTENT_RULES.includes(message as ContentRule)
