import { useDeferredValue, useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import {
  ANNOUNCEMENT_KINDS,
  BODY_MAX,
  CHANNELS,
  choices,
  list as listAnnouncements,
  NO_PLAN,
  preview,
  send,
  test,
  TITLE_MAX,
  tryOut,
} from '#contract/admin/announcements.ts'
import { HTML_LANG, LANGUAGES } from '#contract/languages.ts'
import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import {
  ANNOUNCEMENT_SCHEMA,
  type AnnouncementDraft,
  type AnnouncementValues,
  countedOf,
  draftOf,
  EMPTY_ANNOUNCEMENT,
  wordedOf,
} from './announcement-draft.rules.ts'
import styles from './announcements.module.css'

/** Says how many members it would reach, and who has to approve it, before it is sent. */
export function NewAnnouncement() {
  const text = useText('consoleAnnouncements')
  const { form: formText } = text
  const navigate = useNavigate()
  const [draft, setDraft] = useState<AnnouncementDraft>()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    schema: ANNOUNCEMENT_SCHEMA,
    initial: EMPTY_ANNOUNCEMENT,
    submit: async (parsed) => setDraft(draftOf(parsed)),
  })
  const kind = ANNOUNCEMENT_KINDS.find((each) => each === form.values.kind) ?? 'service'
  useUnsaved(!isDone && JSON.stringify(form.values) !== JSON.stringify(EMPTY_ANNOUNCEMENT))
  return (
    <Page
      title={formText.title}
      note={formText.lead}
      actions={
        <a className={layout.link} href={href(PATHS.announcements)}>
          {text.toList}
        </a>
      }
    >
      <form className={layout.group} {...form.form}>
        <Panel>
          <div className={layout.form}>
            <div>
              <Segments
                label={text.kind}
                value={kind}
                options={ANNOUNCEMENT_KINDS.map((each) => [each, text.kinds[each]])}
                onChange={(chosen) => form.set({ kind: chosen })}
              />
              <p className={layout.note}>{text.kindHints[kind]}</p>
            </div>
            <Words form={form} />
            <Audience form={form} />
            <TextField
              label={formText.startsAt}
              hint={formText.startsHint}
              type="datetime-local"
              max="2999-12-31T23:59"
              className={layout.wide}
              {...form.field('startsAt')}
            />
          </div>
        </Panel>
        <Preview values={form.values} />
        <Panel>
          <div className={layout.form}>
            <Foot values={form.values} />
          </div>
        </Panel>
      </form>
      {draft ? (
        <ConfirmSending
          draft={draft}
          onClose={() => setDraft(undefined)}
          onDone={(announcementId) => {
            setDone(true)
            // Once the form is no longer guarded.
            queueMicrotask(() =>
              navigate(announcementId === undefined ? PATHS.announcements : `${PATHS.announcements}/${announcementId}`),
            )
          }}
        />
      ) : null}
    </Page>
  )
}

type Form = ReturnType<typeof useForm<AnnouncementValues, typeof ANNOUNCEMENT_SCHEMA>>

const FIELDS = {
  zh_HK: { heading: 'titleZh', body: 'bodyZh' },
  en_US: { heading: 'titleEn', body: 'bodyEn' },
} as const

function Words({ form }: { form: Form }) {
  const { form: text, languages } = useText('consoleAnnouncements')
  return (
    <>
      <div className={layout.columns}>
        {LANGUAGES.map((language) => (
          <fieldset key={language} className={layout.group} lang={HTML_LANG[language]}>
            <legend className={layout.legend}>{text.languageOf(languages[language])}</legend>
            <TextField
              label={text.heading}
              maxLength={TITLE_MAX}
              autoComplete="off"
              {...form.field(FIELDS[language].heading)}
            />
            <TextAreaField
              label={text.body}
              hint={text.bodyHint}
              rows={6}
              maxLength={BODY_MAX}
              {...form.field(FIELDS[language].body)}
            />
          </fieldset>
        ))}
      </div>
      <TextField
        label={text.path}
        hint={text.pathHint}
        autoComplete="off"
        className={layout.wide}
        {...form.field('path')}
      />
    </>
  )
}

function Audience({ form }: { form: Form }) {
  const text = useText('consoleAnnouncements')
  const { form: formText } = text
  const { language } = useCallContext()
  const { data } = useRead(choices, {})
  const plans = (data?.plans ?? []).map(({ planVersionId, name, offer, version, subscribers }) => {
    const members = formatNumber(subscribers, language)
    return [
      planVersionId,
      formText.plan({ name: name[language], offer: formText.offers[offer], version, members }),
    ] as const
  })
  return (
    <>
      <Checks
        form={form}
        name="channels"
        label={formText.channels}
        options={CHANNELS.map((channel) => [channel, text.channels[channel]])}
      />
      <fieldset className={layout.group}>
        <legend className={layout.legend}>{formText.audience}</legend>
        <p className={layout.note}>{formText.audienceHint}</p>
        <Checks
          form={form}
          name="languages"
          label={formText.languages}
          options={LANGUAGES.map((each) => [each, text.languages[each]])}
        />
        <Checks
          form={form}
          name="regions"
          label={formText.regions}
          options={REGIONS.map((region) => [region, text.regions[region] ?? region])}
        />
        <Checks
          form={form}
          name="plans"
          label={formText.plans}
          options={[[NO_PLAN, formText.noPlan] as const, ...plans]}
        />
      </fieldset>
    </>
  )
}

interface ChecksProps {
  form: Form
  name: 'channels' | 'plans' | 'regions' | 'languages'
  label: string
  options: readonly (readonly [string, string])[]
}

function Checks({ form, name, label, options }: ChecksProps) {
  const chosen = form.values[name]
  return (
    <fieldset className={layout.group} data-wrong={form.errors[name] ? '' : undefined} tabIndex={-1}>
      <legend className={layout.legend}>{label}</legend>
      <div className={styles.checks}>
        {options.map(([value, title]) => (
          <CheckField
            key={value}
            name={`${name}-${value}`}
            label={title}
            checked={chosen.includes(value)}
            error={form.errors[name]}
            onChange={(isOn) =>
              form.set({ [name]: isOn ? [...chosen, value] : chosen.filter((each) => each !== value) })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function Preview({ values }: { values: AnnouncementValues }) {
  const { form: text, languages } = useText('consoleAnnouncements')
  const worded = useDeferredValue(wordedOf(values))
  const { data } = useRead(preview, worded ?? NO_WORDS, { enabled: worded !== undefined })
  const { data: known } = useRead(choices, {})
  const { pending, submit } = useChange(test)
  return (
    <Panel
      title={text.preview}
      note={
        <Button
          size="s"
          disabled={worded === undefined || pending}
          onClick={async () => {
            const answer = await submit(worded!)
            showToast({ text: answer.result === 'SUCCESS' ? text.testSent(known?.email ?? '') : answer.message })
          }}
        >
          {text.test}
        </Button>
      }
    >
      {worded === undefined || data === undefined ? (
        <div className={layout.form}>
          <p className={layout.note}>{text.previewHint}</p>
        </div>
      ) : (
        <div className={styles.words}>
          {LANGUAGES.map((language) => (
            <section
              key={language}
              className={styles.letter}
              aria-label={languages[language]}
              lang={HTML_LANG[language]}
            >
              <h3>{data.subject[language]}</h3>
              <p>{data.text[language]}</p>
            </section>
          ))}
        </div>
      )}
    </Panel>
  )
}

const NO_WORDS = {
  kind: 'service',
  title: { zh_HK: '-', en_US: '-' },
  body: { zh_HK: '-', en_US: '-' },
  path: null,
} as const

function Foot({ values }: { values: AnnouncementValues }) {
  const { form: text } = useText('consoleAnnouncements')
  const { language } = useCallContext()
  const counted = useDeferredValue(countedOf(values))
  const { data, error, isPlaceholderData } = useRead(tryOut, counted ?? NOBODY, { enabled: counted !== undefined })
  const number = (value: number) => formatNumber(value, language)
  const isTried = counted !== undefined && data !== undefined && !isPlaceholderData
  return (
    <>
      <div aria-live="polite">
        {counted === undefined ? <p className={layout.note}>{text.counting}</p> : null}
        {counted && error ? (
          <Notice tone="warn" icon={<WarningIcon size={18} />}>
            {error.message}
          </Notice>
        ) : null}
        {isTried ? (
          <>
            <p>
              <strong>{data.recipients === 0 ? text.nobody : text.count(number(data.recipients))}</strong>
            </p>
            <p className={layout.note}>
              {text.split(number(data.inboxes), number(data.mails))}{' '}
              {data.withoutEmail > 0 ? text.withoutEmail(number(data.withoutEmail)) : null}{' '}
              {values.kind === 'marketing' ? text.left(number(data.withoutConsent), number(data.minors)) : null}
            </p>
          </>
        ) : null}
        {isTried && data.way === 'second' ? (
          <Notice tone="warn" icon={<PeopleIcon size={18} />}>
            {text.second}
          </Notice>
        ) : null}
      </div>
      <div className={layout.submit}>
        <Button look="primary" type="submit">
          {values.startsAt === '' ? text.submit : text.schedule}
        </Button>
      </div>
    </>
  )
}

const NOBODY: Pick<AnnouncementDraft, 'kind' | 'channels' | 'audience'> = {
  kind: 'service',
  channels: ['inbox'],
  audience: { plans: [], regions: [], languages: [] },
}

interface ConfirmSendingProps {
  draft: AnnouncementDraft
  onClose: () => void
  /** Undefined: it waits for a second person. */
  onDone: (announcementId: string | undefined) => void
}

function ConfirmSending({ draft, onClose, onDone }: ConfirmSendingProps) {
  const { form: text } = useText('consoleAnnouncements')
  const shell = useShellText()
  const { language } = useCallContext()
  const { submit } = useChange(send, { invalidates: [listAnnouncements, listApprovals] })
  const { kind, channels, audience, startsAt } = draft
  const tried = useRead(tryOut, { kind, channels, audience })
  const members = tried.data ? formatNumber(tried.data.recipients, language) : '…'
  return (
    <Confirm
      title={text.confirmTitle(members)}
      text={tried.data ? `${tried.data.way === 'alone' ? text.alone : text.second} ${text.confirmText}` : shell.loading}
      label={startsAt === null ? text.submit : text.schedule}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ ...draft, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') {
          showToast({ text: answer.approvalId ? text.waits : startsAt === null ? text.done : text.planned })
          onDone(answer.announcementId)
        }
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
