/** Not the rows of a skeleton. */
const SOMETHING = 'main li:not([aria-hidden=true], [aria-hidden=true] *), main :is(form, fieldset)'
/** Where a landing page leads on to. */
const WAY_ON = 'main:has(h1) :is(a[href^="#"], button)'
const LANDING_PAGES: readonly string[] = ['Warriors48', 'EnjoyHmvod', 'MonthlyRedeem']
/** The texts about the service. */
const TEXT = 'main :is(article, div):has(h1) p'
const READ: readonly string[] = [
  'KnowUs',
  'Terms',
  'Privacy',
  'Collection',
  'PlainPrivacy',
  'Partners',
  'MobilePrivacy',
  'MobileTerms',
  'MobileKnowUs',
  'HelpError',
]
const NOTHING = 'main :is([role=alert], [role=status]):has(:is(h1, p))'
/** A selector of what a screen shows once it is complete, by the name of its route. */
export const shownBy = (name: string) =>
  MAY_SAY_NONE.includes(name)
    ? `${SOMETHING}, ${NOTHING}`
    : READ.includes(name)
      ? TEXT
      : LANDING_PAGES.includes(name)
        ? WAY_ON
        : SAYS_NONE.includes(name)
          ? NOTHING
          : SOMETHING
/** Screens of one thing, which say that there is none without it, and what a new member has not. */
const SAYS_NONE: readonly string[] = [
  'PayCinema',
  'PayPlayButton',
  'Private',
  'PrivatePlay',
  'FootBill',
  'SetupCancelMonFee',
  'SetupDeliveries',
  'SetupFavorite',
  'SetupPayments',
  'SetupPurchased',
  'SetupReceipt',
  'SetupTickets',
  'SpecialSaleDetail',
  'SubscriptionResult',
]
/** What others may have filled meanwhile, or the same viewer on another screen: journeys share one service. */
const MAY_SAY_NONE: readonly string[] = ['PrivateCinema', 'SetupWatched']
/** What a visitor sees instead of a member's screen. */
export const LOGIN_PROMPT = 'dialog[open] button'
