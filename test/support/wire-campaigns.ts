import { agreedTo, aCampaign, answersAbout } from './campaigns.ts'

const TITLES = ['ding-ding', 'harbour-light']

/** A campaign that runs, one that has not begun, one that is over, and one of another region. */
export const FIXTURE_CAMPAIGNS = [
  aCampaign(TITLES, { endsAt: '2027-01-01T00:00:00+08:00', startsAt: '2026-01-02T00:00:00+08:00' }),
  aCampaign(TITLES, { codeName: 'LATER', startsAt: '2035-01-01T00:00:00+08:00', endsAt: '2035-02-01T00:00:00+08:00' }),
  aCampaign(TITLES, { codeName: 'OVER', startsAt: '2025-01-01T00:00:00+08:00', endsAt: '2025-02-01T00:00:00+08:00' }),
  aCampaign(TITLES, { codeName: 'MACAU', regions: ['MO'] }),
]

let serial = 0

/** The form of the campaign that runs, sent once, about either title in turn. */
export const aSubmission = () => ({
  codeName: 'REVIEW',
  submissionId: `example-${serial}`,
  answers: answersAbout(TITLES[serial++ % TITLES.length]!),
  ...agreedTo(),
})
