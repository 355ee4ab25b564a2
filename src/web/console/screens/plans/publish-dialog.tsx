import { useDeferredValue, useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import {
  PLAN_DESCRIPTION_MAX,
  PLAN_NAME_MAX,
  publish,
  tryPublish,
  versions as listVersions,
} from '#contract/admin/monthly-plans.ts'
import { OFFERS } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ChangedFields } from '../../widgets/changes.tsx'
import { Notice } from '../../widgets/notice.tsx'
import { Segments } from '../../widgets/segments.tsx'
import {
  PLAN_SCHEMA,
  type PlanValues,
  planValues,
  type Publication,
  publicationOf,
  triedPublication,
  type Version,
  WHENS,
} from './plan-form.rules.ts'
import styles from './plans.module.css'

interface PublishDialogProps {
  /** Of the plan; none: a new one. */
  versions: readonly Version[]
  onClose: () => void
}

/** A version begins with what the regular one has, and says what it changes. */
export function PublishDialog({ versions, onClose }: PublishDialogProps) {
  const { form: text } = useText('consolePlans')
  const shell = useShellText()
  const { language } = useCallContext()
  const regular =
    versions.find(({ state, endsAt }) => endsAt === null && (state === 'onSale' || state === 'paused')) ?? versions[0]
  const isNew = regular === undefined
  const [initial] = useState(() => planValues(regular))
  const [publication, setPublication] = useState<Publication>()
  const form = useForm({
    schema: PLAN_SCHEMA,
    initial,
    submit: async (parsed) => setPublication(publicationOf(parsed, isNew)),
  })
  const guardedClose = useGuardedClose(JSON.stringify(form.values) !== JSON.stringify(initial), onClose)
  const title = regular ? text.title(regular.name[language]) : text.newTitle
  const tried = useDeferredValue(triedPublication(form.values, isNew))
  if (publication)
    return (
      <ConfirmPublication
        title={title}
        publication={publication}
        onClose={() => setPublication(undefined)}
        onDone={onClose}
      />
    )
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={guardedClose}>
      <form className={styles.form} {...form.form}>
        {isNew ? <PlanFields form={form} /> : null}
        <TermsFields form={form} />
        <WhenFields form={form} isNew={isNew} />
        {tried ? <Changes publication={tried} /> : null}
        <DialogActions
          main={{ label: text.submit, disabled: tried === undefined && !isNew }}
          cancel={{ label: shell.cancel, onClick: guardedClose }}
        />
      </form>
    </Dialog>
  )
}

type PlanForm = ReturnType<typeof useForm<PlanValues, typeof PLAN_SCHEMA>>

function PlanFields({ form }: { form: PlanForm }) {
  const { form: text, offers } = useText('consolePlans')
  return (
    <div className={styles.pair}>
      <TextField
        label={text.planId}
        hint={text.planIdHint}
        autoComplete="off"
        maxLength={41}
        {...form.field('planId')}
      />
      <SelectField label={text.offer} empty={text.chooseOffer} {...form.field('offer')}>
        {OFFERS.map((offer) => (
          <option key={offer} value={offer}>
            {offers[offer]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function TermsFields({ form }: { form: PlanForm }) {
  const { form: text } = useText('consolePlans')
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={text.amount}
          hint={text.amountHint}
          lead="HK$"
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
        />
        <TextField label={text.credits} inputMode="numeric" autoComplete="off" {...form.field('credits')} />
      </div>
      <CheckField label={text.trial} {...form.box('trial')} />
      <div className={styles.pair}>
        <TextField label={text.nameZh} maxLength={PLAN_NAME_MAX} autoComplete="off" {...form.field('nameZh')} />
        <TextField label={text.nameEn} maxLength={PLAN_NAME_MAX} autoComplete="off" {...form.field('nameEn')} />
        <TextField
          label={text.descriptionZh}
          maxLength={PLAN_DESCRIPTION_MAX}
          autoComplete="off"
          {...form.field('descriptionZh')}
        />
        <TextField
          label={text.descriptionEn}
          maxLength={PLAN_DESCRIPTION_MAX}
          autoComplete="off"
          {...form.field('descriptionEn')}
        />
      </div>
    </>
  )
}

function WhenFields({ form, isNew }: { form: PlanForm; isNew: boolean }) {
  const { form: text } = useText('consolePlans')
  const when = WHENS.find((each) => each === form.values.when) ?? 'now'
  const offered = isNew ? WHENS.filter((each) => each !== 'promotion') : WHENS
  return (
    <div className={styles.when}>
      <Segments
        label={text.when}
        value={when}
        options={offered.map((each) => [each, text.whens[each]])}
        onChange={(chosen) => form.set({ when: chosen })}
      />
      <p className={styles.note}>{text.whenHints[when]}</p>
      {when === 'now' ? null : (
        <div className={styles.pair}>
          <TextField
            label={text.startsAt}
            hint={when === 'promotion' ? text.startsHint : undefined}
            type="datetime-local"
            max="2999-12-31T23:59"
            {...form.field('startsAt')}
          />
          {when === 'promotion' ? (
            <TextField label={text.endsAt} type="datetime-local" max="2999-12-31T23:59" {...form.field('endsAt')} />
          ) : null}
        </div>
      )}
    </div>
  )
}

/** What becomes of each term, and of those who subscribe already. */
function Changes({ publication }: { publication: Publication }) {
  const { form: text } = useText('consolePlans')
  const { language } = useCallContext()
  const { data, error, isPlaceholderData } = useRead(tryPublish, publication)
  if (error)
    return (
      <Notice tone="warn" icon={<WarningIcon size={18} />}>
        {error.message}
      </Notice>
    )
  if (!data || isPlaceholderData)
    return (
      <p className={styles.note} aria-busy="true">
        {text.trying}
      </p>
    )
  const isFirst = data.changes.every(({ before }) => before === null)
  return (
    <section className={styles.changes} aria-label={text.changes} aria-live="polite">
      {isFirst ? <p className={styles.note}>{text.first}</p> : null}
      <ChangedFields
        before={isFirst ? {} : Object.fromEntries(data.changes.map(({ name, before }) => [name, before]))}
        after={Object.fromEntries(data.changes.map(({ name, after }) => [name, after]))}
      />
      {isFirst ? null : <p className={styles.note}>{text.keeps(formatNumber(data.subscribers, language))}</p>}
    </section>
  )
}

interface ConfirmPublicationProps {
  title: string
  publication: Publication
  onClose: () => void
  onDone: () => void
}

function ConfirmPublication({ title, publication, onClose, onDone }: ConfirmPublicationProps) {
  const { form: text } = useText('consolePlans')
  const shell = useShellText()
  const { submit } = useChange(publish, { invalidates: [listVersions, listApprovals] })
  return (
    <Confirm
      title={title}
      text={text.second}
      label={text.submit}
      submit={async (reason) => {
        const answer = await submit({ ...publication, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') {
          showToast({ text: answer.approvalId ? shell.waits : text.done })
          onDone()
        }
        return answer
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Notice icon={<PeopleIcon size={18} />}>{text.second}</Notice>
      <Changes publication={publication} />
    </Confirm>
  )
}
