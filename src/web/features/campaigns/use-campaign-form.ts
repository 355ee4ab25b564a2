import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { campaign, type CampaignForm, campaignSubmit } from '#contract/campaigns.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { readImage } from '#web/viewer/images/kept-image.rules.ts'
import { dropDraft, keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { submissionIdOf } from '#web/viewer/session/submission-id.ts'
import { answersOf, schemaOf, valuesOf } from './campaign-form.rules.ts'

const draftOf = (codeName: string) => `campaign.${codeName}`
const submissionOf = (codeName: string) => `campaign-submission.${codeName}`
const sentOf = (codeName: string) => `campaign-sent.${codeName}`

/** The number of what was sent in this tab, over a reload too. */
export function useSent(codeName: string) {
  const [number, setNumber] = useState(() => readDraft(sentOf(codeName)).values['number'])
  return {
    number,
    keep: (submissionNumber: string) => {
      dropDraft(draftOf(codeName))
      dropDraft(submissionOf(codeName))
      keepDraft(sentOf(codeName), { number: submissionNumber })
      setNumber(submissionNumber)
    },
    again: () => {
      dropDraft(sentOf(codeName))
      setNumber(undefined)
    },
  }
}

interface Options {
  codeName: string
  campaignForm: CampaignForm
  onSent: (submissionNumber: string) => void
}

/** The form of a campaign: its draft in this tab, and the sending. */
export function useCampaignForm({ codeName, campaignForm: { fields, terms, marketing }, onSent }: Options) {
  const { form: text } = useText('campaigns')
  const queries = useQueryClient()
  const sending = useSubmit(campaignSubmit, { waitMessage: text.tooMany })
  const [initial] = useState(() => readDraft(draftOf(codeName)).values)
  const form = useForm({
    schema: schemaOf(fields, text),
    initial: valuesOf(fields, initial),
    messageOf: ({ message }) => message,
    submit: send,
  })
  const savedAt = useDraft(codeName, answersOf(fields, form.values), initial['savedAt'])
  return { form, savedAt, wait: sending.wait }

  async function send({ agreeMarketing }: { agreeMarketing: boolean }) {
    const typed = answersOf(fields, form.values)
    const images = fields.filter(({ type }) => type === 'image')
    const tokens = images.map(({ name }) => [name, readImage(typed[name] ?? '')?.imageToken ?? ''])
    const answers = { ...typed, ...(Object.fromEntries(tokens) as Record<string, string>) }
    const answer = await sending.submit({
      codeName,
      answers,
      submissionId: submissionIdOf(submissionOf(codeName), JSON.stringify(answers)),
      agreeTerms: true,
      termsVersion: terms.version,
      ...(agreeMarketing && marketing && { marketingVersion: marketing.version }),
    })
    if (answer.result === 'SUCCESS') onSent(answer.submissionNumber)
    else if (answer.failure.errorCode === 'CONFLICT' || answer.failure.errorCode === '403') {
      // Its terms, or its window, are others now: it is read again, and agreed to again.
      form.set({ agreeTerms: false, agreeMarketing: false })
      void queries.invalidateQueries(queriesOf(campaign))
    }
    // Images that are gone can be chosen again at once.
    else for (const { name } of images) if (answer.fields?.[name]) form.set({ [name]: '' })
    return answer
  }
}

/** Keeps what is typed in this tab. @returns when it was last kept, in milliseconds */
function useDraft(codeName: string, answers: Readonly<Record<string, string>>, former: string | undefined) {
  const [savedAt, setSavedAt] = useState(former === undefined ? undefined : Number(former))
  const text = JSON.stringify(answers)
  const kept = useRef(text)
  useEffect(() => {
    if (kept.current === text) return
    kept.current = text
    const now = Date.now()
    keepDraft(draftOf(codeName), { ...(JSON.parse(text) as Record<string, string>), savedAt: String(now) })
    setSavedAt(now)
  }, [codeName, text])
  return savedAt
}
