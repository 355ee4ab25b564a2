/** What a cinema ticket’s code is at the counter; `valid` alone lets a person in. */
export const TICKET_VERDICTS = [
  'valid',
  'unknown',
  'used',
  'returned',
  'cancelled',
  'otherShowtime',
  'early',
  'over',
] as const
export type TicketVerdict = (typeof TICKET_VERDICTS)[number]
