/** Password of every account of a benchmark. */
export const PASSWORD = '840271'

/** Registration data of an account, with an eight-digit Hong Kong number. */
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
