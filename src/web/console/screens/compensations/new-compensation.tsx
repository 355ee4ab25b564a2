import { useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import {
  COMPENSATED,
  COMPENSATED_CREDITS_MAX,
  COMPENSATED_HOURS_MAX,
  compensate,
  INCIDENT_MAX,
  list as listCompensations,
  tryOut,
} from '#contract/admin/compensations.ts'
import { CORRECTED_DAYS } from '#contract/admin/customer-changes.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import {
  COMPENSATION_SCHEMA,
  type CompensationDraft,
  type CompensationValues,
  draftOf,
  draftOfValues,
  EMPTY_COMPENSATION,
  GIVEN_KINDS,
} from './compensation-draft.rules.ts'
import { useGivenText } from './compensation-state.tsx'
import styles from './compensations.module.css'

type Tried = AdminOutputOf<typeof tryOut>

interface Trial {
  readonly draft: CompensationDraft
  readonly found: Tried
}

/** A dry run says how many members it would reach; then it is put to a second person. */
export function NewCompensation() {
  const text = useText('consoleCompensations')
  const { form: formText } = text
  const shell = useShellText()
  const navigate = useNavigate()
  const client = useAdminClient()
  const [trial, setTrial] = useState<Trial>()
  const [isConfirming, setConfirming] = useState(false)
  const [isDone, setDone] = useState(false)
  const form = useForm({
    schema: COMPENSATION_SCHEMA,
    initial: EMPTY_COMPENSATION,
    submit: async (parsed) => {
      const draft = draftOf(parsed)
      const answer = await client.call(tryOut, draft)
      if (answer.result === 'SUCCESS') setTrial({ draft, found: answer })
      return answer
    },
  })
  useUnsaved(!isDone && JSON.stringify(form.values) !== JSON.stringify(EMPTY_COMPENSATION))
  const current =
    trial && JSON.stringify(trial.draft) === JSON.stringify(draftOfValues(form.values)) ? trial : undefined
  return (
    <Page
      title={formText.title}
      note={formText.lead}
      actions={
        <a className={layout.link} href={href(PATHS.compensations)}>
          {text.toList}
        </a>
      }
    >
      <form className={styles.stack} {...form.form}>
        <Panel>
          <div className={layout.form}>
            <Incident form={form} />
            <Who form={form} />
            <Given form={form} />
            <FormError>{form.formError}</FormError>
            <div className={layout.submit}>
              <Button look={current ? 'secondary' : 'primary'} type="submit" busy={form.pending} busyText={shell.busy}>
                {formText.tryOut}
              </Button>
            </div>
          </div>
        </Panel>
      </form>
      {current ? <Outcome trial={current} onSubmit={() => setConfirming(true)} /> : null}
      {current && isConfirming ? (
        <ConfirmCompensation
          trial={current}
          onClose={() => setConfirming(false)}
          onDone={(compensationId) => {
            setDone(true)
            // Once the form is no longer guarded.
            queueMicrotask(() =>
              navigate(compensationId === undefined ? PATHS.compensations : `${PATHS.compensations}/${compensationId}`),
            )
          }}
        />
      ) : null}
    </Page>
  )
}

type Form = ReturnType<typeof useForm<CompensationValues, typeof COMPENSATION_SCHEMA>>

function Incident({ form }: { form: Form }) {
  const { form: text } = useText('consoleCompensations')
  return (
    <>
      <TextField
        label={text.incident}
        hint={text.incidentHint}
        maxLength={INCIDENT_MAX}
        autoComplete="off"
        className={layout.wide}
        {...form.field('incident')}
      />
      <div className={layout.columns}>
        <TextField label={text.from} type="datetime-local" max="2999-12-31T23:59" {...form.field('from')} />
        <TextField label={text.until} type="datetime-local" max="2999-12-31T23:59" {...form.field('until')} />
      </div>
    </>
  )
}

function Who({ form }: { form: Form }) {
  const text = useText('consoleCompensations')
  const { who, kind } = form.values
  return (
    <fieldset className={layout.group} data-wrong={form.errors.who ? '' : undefined} tabIndex={-1}>
      <legend className={layout.legend}>{text.form.who}</legend>
      {COMPENSATED.map((each) => (
        <CheckField
          key={each}
          name={`who-${each}`}
          label={text.who[each]}
          hint={text.whoHints[each]}
          checked={who.includes(each)}
          disabled={kind === 'rental'}
          error={form.errors.who}
          onChange={(isOn) => form.set({ who: isOn ? [...who, each] : who.filter((other) => other !== each) })}
        />
      ))}
    </fieldset>
  )
}

function Given({ form }: { form: Form }) {
  const { form: text, kinds } = useText('consoleCompensations')
  const { language } = useCallContext()
  const kind = GIVEN_KINDS.find((each) => each === form.values.kind) ?? 'credits'
  return (
    <>
      <div>
        <Segments
          label={text.gives}
          value={kind}
          options={GIVEN_KINDS.map((each) => [each, kinds[each]])}
          onChange={(chosen) => form.set({ kind: chosen, ...(chosen === 'rental' && { who: ['rented'] }) })}
        />
        <p className={layout.note}>{text.givesHints[kind](CORRECTED_DAYS)}</p>
      </div>
      {kind === 'credits' ? (
        <TextField
          label={text.credits}
          hint={text.most(formatNumber(COMPENSATED_CREDITS_MAX, language))}
          inputMode="numeric"
          autoComplete="off"
          className={styles.short}
          {...form.field('credits')}
        />
      ) : (
        <TextField
          label={text.hours}
          hint={text.most(formatNumber(COMPENSATED_HOURS_MAX, language))}
          inputMode="numeric"
          autoComplete="off"
          className={styles.short}
          {...form.field('hours')}
        />
      )}
    </>
  )
}

function Outcome({ trial: { found }, onSubmit }: { trial: Trial; onSubmit: () => void }) {
  const text = useText('consoleCompensations')
  const { form: formText } = text
  const { language } = useCallContext()
  const number = (value: number) => formatNumber(value, language)
  const { members, did, hadBefore, credits, rentals, sample } = found
  return (
    <Panel title={formText.outcome}>
      <div className={layout.form} aria-live="polite">
        <p className={styles.count}>
          <strong>{members === 0 ? formText.nobody : formText.count(number(members))}</strong>{' '}
          {credits === null ? formText.rentals(number(rentals ?? 0)) : formText.creditsInAll(number(credits))}
        </p>
        <p className={layout.note}>
          {COMPENSATED.map((each) => `${text.who[each]} ${number(did[each])}`).join(text.joined)}{' '}
          {hadBefore > 0 ? formText.hadBefore(number(hadBefore)) : null}
        </p>
        {sample.length > 0 ? (
          <table className={styles.sample}>
            <caption>{formText.sample}</caption>
            <tbody>
              {sample.map(({ accountId, maskedNumber, did: ways }) => (
                <tr key={accountId}>
                  <td>
                    <a className={layout.link} href={href(PATHS.customer.replace(':accountId', accountId))}>
                      {maskedNumber}
                    </a>
                  </td>
                  <td>{ways.map((each) => text.who[each]).join(text.joined)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {members > 0 ? (
          <>
            <Notice tone="warn" icon={<PeopleIcon size={18} />}>
              {formText.second}
            </Notice>
            <div className={layout.submit}>
              <Button look="primary" onClick={onSubmit}>
                {formText.submit}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Panel>
  )
}

interface ConfirmCompensationProps {
  trial: Trial
  onClose: () => void
  /** Undefined: it waits for a second person. */
  onDone: (compensationId: string | undefined) => void
}

function ConfirmCompensation({ trial: { draft, found }, onClose, onDone }: ConfirmCompensationProps) {
  const { form: text } = useText('consoleCompensations')
  const { language } = useCallContext()
  const givenText = useGivenText()
  const { submit } = useChange(compensate, { invalidates: [listCompensations, listApprovals] })
  return (
    <Confirm
      title={text.confirmTitle(formatNumber(found.members, language))}
      text={text.confirmText(givenText(draft.gives))}
      label={text.submit}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ ...draft, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') {
          showToast({ text: answer.approvalId ? text.waits : text.done })
          onDone(answer.compensationId)
        }
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
