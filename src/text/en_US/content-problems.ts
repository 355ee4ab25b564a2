import type { ContentProblem, ContentProblemText } from '#contract/content-problems.ts'

/** What is wrong with a record of content, for an operator. */
const contentProblems: ContentProblemText = {
  notJson: () => 'this is not JSON',
  kindUnknown: ({ kinds }) => `"kind" is one of ${kinds.join(', ')}`,
  unreadable: () => 'without control characters',
  fieldUnknown: ({ names }) => `there is no field ${names.join(', ')}`,
  missing: ({ type }) => `must be there, of type ${type}`,
  notOneOf: ({ values }) => `one of ${values.join(', ')}`,
  tooSmall: ({ min, of }) => `at least ${sized(min, of)}`,
  tooLarge: ({ max, of }) => `at most ${sized(max, of)}`,
  malformed: () => 'not in the right format',
  dollarSteps: () => 'in steps of HK$0.10',
  notAnInstant: () => 'an instant with its offset, 2026-12-06T23:59:59+08:00',
  notADay: () => 'a day, 2026-12-08',
  notALanguage: () => 'a language tag (BCP 47): yue, en',
  notAnImage: () => 'an image of the service, hash/name',
  notHttps: () => 'an address that begins with https://, without a user name',
  notACountry: () => 'ISO 3166, two capitals',
  notACodeName: () => 'capitals, digits and _',
  notPlain: () => 'plain text, without HTML',
  notAnAddress: () => 'a path of the site, /warriors48, or an https address',
  oneSource: () => 'either a title’s artwork or an image of its own',
  titleTwice: () => 'each title once',
  blockEmpty: () => 'a title, a text, steps or links',
  nameReserved: () => 'another name',
  minAboveMax: () => 'the fewest characters can’t be above the most',
  repeated: ({ name, first }) => `${name} is in line ${first} already`,
  titleUnknown: ({ programId }) => `there is no title ${programId}`,
  cinemaUnknown: ({ cinemaId }) => `there is no cinema ${cinemaId}`,
  filmUnknown: ({ filmId }) => `there is no film ${filmId}`,
  saleUnknown: ({ saleId }) => `there is no sale ${saleId}`,
  imageUnknown: ({ key }) => `there is no image ${key}; npm run campaigns -- image adds one`,
  ticketsRedeemed: ({ showtimeId, redeemed }) => `${redeemed} of ${showtimeId} are redeemed already`,
  showtimeTaken: ({ showtimeId }) => `the film starts then in this cinema as ${showtimeId} already`,
  showtimeMoved: ({ showtimeId }) => `${showtimeId} has tickets: withdraw it, and add a new showtime`,
  unitsTaken: ({ goodsId, units }) => `${units} units of ${goodsId} are sold or held by payments already`,
  countryTaken: ({ country }) => `${country} is in another zone already`,
  sellsLate: () => 'before the start',
  startTaken: ({ programId, slotId }) => `${programId} starts then as ${slotId} already`,
  seatsTaken: ({ slotId, taken }) => `${taken} seats of ${slotId} are sold or held already`,
  slotMoved: ({ slotId }) =>
    `seats of ${slotId} are sold, so its title and its start stay; withdraw it and add another one`,
  endsEarly: () => 'after the start',
  formTooLong: ({ days }) => `with an entry form, within ${days} days of the start`,
  formWindow: () => 'a campaign with an entry form has both a start and an end',
  blockTwice: ({ kind }) => `one ${kind === 'form' ? 'entry form' : 'code entry'} at most`,
  linkUnlisted: ({ to }) => `${to} is neither a path of the site nor on a host of CAMPAIGN_LINK_HOSTS`,
  nameTwice: ({ name }) => `${name} is there twice`,
  oncePerUnfit: () => 'a field that must be answered, of type title or choice',
}

function sized(count: number, of: 'text' | 'list' | 'number'): string {
  if (of === 'number') return String(count)
  const noun = of === 'text' ? 'character' : 'entry'
  return `${count} ${count === 1 ? noun : of === 'text' ? 'characters' : 'entries'}`
}

/** As a command prints it, after the number of the line. */
export function contentProblem({ field, ...problem }: ContentProblem & { field?: string }): string {
  const say: (values: never) => string = contentProblems[problem.is]
  const said = say(problem as never)
  return field === undefined ? said : `${field}: ${said}`
}

/** A sentence beside the field. */
export function contentSentence(problem: ContentProblem): string {
  const said = contentProblem(problem)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
