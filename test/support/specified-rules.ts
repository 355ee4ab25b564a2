/** A test that shows a row of the specification: its file, and its name or the part of it that stands in the file. */
export type ShownBy = readonly [file: string, name: string]

const LOGIN = 'src/web/features/login/login-rules.dom.test.tsx'
const REGISTRATION = 'src/web/features/registration/registration-rules.dom.test.tsx'
const PASSWORD = 'src/web/features/account/change-pwd-screen.dom.test.tsx'
const DETAILS = 'src/web/features/account/user-consultation-screen.dom.test.tsx'
const PARENTAL = 'src/web/features/parental/change-code.dom.test.tsx'
const CONTACT = 'src/web/features/contact/contact-rules.dom.test.tsx'
const DELIVERY = 'src/web/features/sales/order-rules.dom.test.tsx'
const PROFILES = 'src/web/features/profiles/profiles-screen.dom.test.tsx'
const COMMENTS = 'src/web/features/comments/composer.dom.test.tsx'
const PURCHASE = 'src/web/features/rentals/purchase-dialog.dom.test.tsx'
const REFUSALS = 'src/web/features/player/screens/player-refusals.dom.test.tsx'
const REDEEM = 'src/web/features/redeem/redeem-form.dom.test.tsx'
const SEARCH = 'src/web/features/search/search-box.dom.test.tsx'

/** SPEC section 8: each situation of the error catalogue, and the tests that show what is said. Frozen: only the specification changes its rows. */
export const SPECIFIED_ERRORS = {
  'Login failed': [[LOGIN, 'SPEC 8: one that failed says at the password what the server says, and stores nothing']],
  'Program detail failure': [['test/e2e/detail.test.ts', 'an unknown title shows a message and the overlay closes']],
  'Purchase failure': [[PURCHASE, 'a refusal shows the server’s sentence, without another try']],
  'Order errorCode 403': [[REFUSALS, 'of a refused order shows the server’s sentence and the way out']],
  'Parental code failed': [[PARENTAL, 'that failed says %s, and is entered again']],
  'Payment start failure': [
    [
      'src/web/features/payments/top-up-screen.dom.test.tsx',
      'a payment that does not start is said in SPEC 8’s sentence',
    ],
    ['src/text/payment-sentences.test.ts', 'the sentences of SPEC 8 about paying stand word for word'],
  ],
  'Insufficient credits': [
    [PURCHASE, 'with too few credits it shows the sentences of SPEC 8, and only the packs that suffice'],
  ],
  'Not logged in': [
    [REFUSALS, 'a visitor is prompted to log in, and returns to this title afterwards'],
    ['src/text/quoted-sentences.test.ts', 'SPEC 8, not logged in'],
  ],
  'Network error': [
    [LOGIN, 'SPEC 8: without a network the form says so, and keeps what was typed'],
    ['src/text/quoted-sentences.test.ts', 'SPEC 8, network error'],
  ],
  'Selling fast': [
    ['src/web/features/sales/sales.dom.test.tsx', 'says what a refusal means: %#'],
    ['src/text/payment-sentences.test.ts', 'the sentences of SPEC 8 about paying stand word for word'],
  ],
  'No search match': [['test/e2e/search.test.ts', 'a visitor searches by address, in $language on a $size']],
  'Chunk loading': [
    ['src/web/kit/chunk.test.ts', 'SPEC 8: a load that never answers ends after 120 seconds'],
    ['src/web/kit/lazy-screen.dom.test.tsx', 'a chunk that cannot be loaded is said at once'],
  ],
  'Session invalid': [['src/web/site/session/session-lifecycle.test.ts', '%s ends it']],
  'Player error 4032': [
    [REFUSALS, 'of the format pauses and offers the best playable rung'],
    ['test/e2e/playing.test.ts', '4K without HEVC support shows error 4032 and offers a playable quality'],
  ],
  'Verification code wrong': [
    [REGISTRATION, 'SPEC 8: a wrong verification code is said at its field, which is empty for the next try'],
    [LOGIN, 'SPEC 8: a wrong code is said at the code, which is entered again'],
  ],
  'System error dialog': [
    [
      'src/web/site/hosts/system-error-dialog.dom.test.tsx',
      'a fault of the service opens a dialog with the number to quote, which a button confirms',
    ],
  ],
  'Play failed': [
    ['src/web/features/player/screens/play-failed.dom.test.tsx', 'a title that does not exist has no code'],
  ],
} as const satisfies Record<string, readonly ShownBy[]>

/** SPEC section 5: each validation rule, and the tests that show it at its field. Frozen as above. */
export const SPECIFIED_RULES = {
  'login: login ID required': [[LOGIN, "['a number', { mobileno: '' }"]],
  'login: login ID valid': [[LOGIN, "['a valid number', { mobileno: '6123' }"]],
  'login: password required': [[LOGIN, "['a password', { password: '' }"]],
  'login: region chosen': [[LOGIN, 'is to Hong Kong or Macau, Hong Kong unless another is chosen']],
  'search: non-empty input': [[SEARCH, 'Enter on an empty field says so and sends nothing']],
  'parental code check: non-empty': [[PARENTAL, 'of three digits is not checked']],
  'actions that need login': [
    [
      'src/web/viewer/playback-gates/use-play-action.dom.test.tsx',
      'of a visitor “Log in to watch” is the login screen; the player is what opens afterwards',
    ],
  ],
  'registration: mobile number': [[REGISTRATION, "['a mobile number', { mobileno: '' }"]],
  'registration: eight-digit number': [[REGISTRATION, "['one of eight digits', { mobileno: '612345' }"]],
  'registration: verification code': [[REGISTRATION, 'a code that is not complete is not checked']],
  'registration: terms': [[REGISTRATION, 'agreement to the terms']],
  'registration: privacy policy': [[REGISTRATION, 'agreement to the privacy statement']],
  'registration: direct marketing optional': [[REGISTRATION, 'needs no consent to direct marketing']],
  'registration: name': [[REGISTRATION, "['a name', { name: '' }"]],
  'registration: email required': [[REGISTRATION, "['an e-mail address', { email: '' }"]],
  'registration: email valid': [[REGISTRATION, "['a valid e-mail address', { email: 'tai@' }"]],
  'registration: birthday required': [[REGISTRATION, "['a birthday', { birthday: '' }"]],
  'registration: birthday like 2000-01-01': [[REGISTRATION, "['a birthday like 2000-01-01'"]],
  'registration: gender required': [[REGISTRATION, "['a gender', { gender: false }"]],
  'registration: promo code': [
    ['src/web/features/registration/promotion-code.dom.test.tsx', '%s is said at its field, and no account is made'],
  ],
  'redeem code': [[REDEEM, 'an empty field is said, and nothing is sent']],
  'contact: name': [[CONTACT, "['a name', { name: '' }"]],
  'contact: phone': [[CONTACT, "['a phone number', { phone: '' }"]],
  'contact: existing login account': [[CONTACT, 'an existing login account']],
  'contact: email': [[CONTACT, "['an e-mail address', { email: '' }"]],
  'contact: verification code': [[CONTACT, 'the code that was sent to it']],
  'contact: theme': [[CONTACT, "['a theme', { theme: '' }"]],
  'contact: content': [[CONTACT, "['content', { content: '' }"]],
  'contact: device used': [[CONTACT, "['the device', { device: ' ' }"]],
  'delivery: recipient name': [[DELIVERY, "['a recipient', { ...PICKUP, recipient: '' }"]],
  'delivery: address': [[DELIVERY, "['an address', { ...OVERSEAS, address: '' }"]],
  'delivery: recipient phone': [[DELIVERY, "['a contact phone', { ...OVERSEAS, phone: '12' }"]],
  'delivery: locker code': [[DELIVERY, "['a locker code', { ...PICKUP, lockerCode: '' }"]],
  'staff: company and number': [
    ['src/web/features/staff/staff-screen.dom.test.tsx', 'SPEC 5: company and staff number are required'],
  ],
  'image upload required where asked': [
    ['src/web/features/campaigns/campaign-form.rules.test.ts', "['no image', { type: 'image'"],
  ],
  'comment: 50 to 500 characters': [[COMMENTS, 'a comment can be sent from fifty to five hundred characters']],
  'comment: valid email in the profile': [
    ['test/e2e/library-opinions.test.ts', 'a comment adds the e-mail address right there, waits for review'],
  ],
  'details: email required': [[DETAILS, "['an e-mail address', facts.email, ''"]],
  'details: email valid': [[DETAILS, "['a valid one', facts.email, 'tai@'"]],
  'details: birthday required': [[DETAILS, "['a birthday', facts.birthday, ''"]],
  'details: birthday format': [[DETAILS, "['a day that there is', facts.birthday"]],
  'details: up to 3 genres': [[DETAILS, 'SPEC 5: up to three genres are chosen']],
  'password: current required': [[PASSWORD, "['the current one', { current: '' }"]],
  'password: new required': [[PASSWORD, "['a new one', { next: ''"]],
  'password: confirmation required': [[PASSWORD, "['the new one twice', { again: '' }"]],
  'password: new and confirm match': [[PASSWORD, "['the same twice', { again: '513973' }"]],
  'password: at least 6 digits': [[PASSWORD, 'a password that is too short is said once']],
  'password: numeric': [[PASSWORD, "['digits', { next: 'abcdef' }"]],
  'password: entered password incorrect': [[PASSWORD, 'SPEC 5: a wrong current password is said at its field']],
  'parental code: old required': [[PARENTAL, "['the old one', { old: '' }"]],
  'parental code: new required': [[PARENTAL, "['a new one', { next: ''"]],
  'parental code: confirm required': [[PARENTAL, "['the new one twice', { again: '' }"]],
  'parental code: exactly 4 digits': [[PARENTAL, "['four digits', { next: '567' }"]],
  'parental code: two entries differ': [[PARENTAL, "['the same twice', { again: '5679' }"]],
  'parental code: wrong password': [[PARENTAL, 'with a wrong old one and no count of tries is a wrong password']],
  'parental code: changes saved': [['test/e2e/parental-code.test.ts', 'the code is changed with the old code']],
  'profile name: at most 10 characters': [[PROFILES, 'at most ten characters, digits and spaces among them']],
  'forgot password: code': [[LOGIN, "['all of the code', { code: '123' }"]],
  'forgot password: new and confirm match': [[LOGIN, "['the same twice', { again: '840272' }"]],
  'no related films': [
    ['src/web/features/detail/similar-titles.dom.test.tsx', 'without similar titles the section says so'],
  ],
  'insufficient credits': [
    [PURCHASE, 'with too few credits it shows the sentences of SPEC 8, and only the packs that suffice'],
  ],
  'product very popular': [['src/web/features/sales/sales.dom.test.tsx', 'says what a refusal means: %#']],
  'viewing history: last two months': [['src/server/domains/library/history.test.ts', 'for two months to the second']],
  'cancel: PayPal and AlipayHK only': [
    ['src/web/features/plans/plan-account.dom.test.tsx', 'prepaid months are explained instead'],
  ],
} as const satisfies Record<string, readonly ShownBy[]>
