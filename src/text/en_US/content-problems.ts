import type { ContentProblem, ContentProblemText } from '#contract/content-problems.ts'

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'yes or no',
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  array: 'a list',
}

/** What is wrong with a record of content, for an operator. */
const contentProblems: ContentProblemText = {
  notJson: () => 'this is not JSON',
  kindUnknown: ({ kinds }) => `"kind" must be one of ${kinds.join(', ')}`,
  unreadable: () => 'must not contain control characters',
  fieldUnknown: ({ names }) => `there is no field ${names.join(', ')}`,
  missing: ({ type }) => `is required (${type})`,
  wrongType: ({ type }) => `must be ${TYPES[type] ?? type}`,
  notOneOf: ({ values }) => `must be one of ${values.join(', ')}`,
  tooSmall: ({ min, of }) => `must ${of === 'number' ? 'be' : 'have'} at least ${sized(min, of)}`,
  tooLarge: ({ max, of }) => `must ${of === 'number' ? 'be' : 'have'} at most ${sized(max, of)}`,
  malformed: () => 'is not in the right format',
  dollarSteps: () => 'must be a multiple of HK$0.10',
  notAnInstant: () => 'must be a time with its offset, such as 2026-12-06T23:59:59+08:00',
  notADay: () => 'must be a day, such as 2026-12-08',
  notALanguage: () => 'must be a language code (BCP 47), such as yue or en',
  notAnImage: () => 'must be an image of the service (hash/name)',
  notHttps: () => 'must be an address that starts with https://, without a user name',
  notACountry: () => 'must be a country code of two capital letters (ISO 3166)',
  notACodeName: () => 'must contain only capital letters, digits and _',
  notPlain: () => 'must be plain text, without HTML',
  notAnAddress: () => 'must be a path of the site, such as /warriors48, or an https address',
  oneSource: () => 'must have either a title’s artwork or an image of its own',
  titleTwice: () => 'must have each title only once',
  blockEmpty: () => 'must have a title, a text, steps or links',
  nameReserved: () => 'is reserved; use another name',
  minAboveMax: () => 'the minimum characters can’t be above the maximum',
  repeated: ({ name, first }) => `${name} is in line ${first} already`,
  titleUnknown: ({ programId }) => `there is no title ${programId}`,
  cinemaUnknown: ({ cinemaId }) => `there is no cinema ${cinemaId}`,
  filmUnknown: ({ filmId }) => `there is no film ${filmId}`,
  saleUnknown: ({ saleId }) => `there is no sale ${saleId}`,
  imageUnknown: ({ key }) => `there is no image ${key}; npm run campaigns -- image adds one`,
  ticketsRedeemed: ({ showtimeId, redeemed }) =>
    `can’t be fewer than the seats redeemed already: ${redeemed} of ${showtimeId}`,
  showtimeTaken: ({ showtimeId }) => `the film starts then in this cinema as ${showtimeId} already`,
  showtimeMoved: ({ showtimeId }) => `${showtimeId} has tickets: withdraw it, and add a new showtime`,
  unitsTaken: ({ goodsId, units }) =>
    `can’t be fewer than the units sold or held by payments already: ${units} of ${goodsId}`,
  countryTaken: ({ country }) => `${country} is in another zone already`,
  sellsLate: () => 'must be before the start',
  startTaken: ({ programId, slotId }) => `${programId} starts then as ${slotId} already`,
  seatsTaken: ({ slotId, taken }) => `can’t be fewer than the seats sold or held already: ${taken} of ${slotId}`,
  slotMoved: ({ slotId }) =>
    `seats of ${slotId} are sold, so its title and its start stay; withdraw it and add another one`,
  endsEarly: () => 'must be after the start',
  formTooLong: ({ days }) => `must be within ${days} days of the start, with a submission form`,
  formWindow: () => 'a campaign with a submission form must have both a start and an end',
  blockTwice: ({ kind }) => `there can be at most one ${kind === 'form' ? 'submission form' : 'code entry'}`,
  linkUnlisted: ({ to }) => `${to} is neither a path of the site nor on a host of CAMPAIGN_LINK_HOSTS`,
  nameTwice: ({ name }) => `${name} is there twice`,
  oncePerUnfit: () => 'must be a field that must be answered, of type title or choice',
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
