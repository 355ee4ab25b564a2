/** Of every account of a bench. */
export const PASSWORD = '840271'

/** Who has an account in a bench: what a registration asks for, under an eight-digit number of Hong Kong. */
export const applicant = (mobileno: string, agreedAt: Temporal.Instant) =>
  ({
    number: `+852${mobileno}`,
    partner: 'anyplex',
    name: 'Bench',
    email: 'bench@example.com',
    birthday: '1990-01-01',
    gender: 'female',
    agreeMarketing: false,
    language: 'zh_HK',
    password: PASSWORD,
    parentalCode: '4826',
    agreedAt,
  }) as const
