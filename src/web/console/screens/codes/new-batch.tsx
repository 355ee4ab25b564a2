import { useDeferredValue, useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import {
  BATCH_KINDS,
  BATCH_NAME_MAX,
  CODE_PARTNERS,
  CODES_MAX,
  list as listBatches,
  make,
  tryBatch,
} from '#contract/admin/codes.ts'
import { versions } from '#contract/admin/monthly-plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { PlusIcon, WarningIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import {
  BATCH_SCHEMA,
  type BatchDraft,
  type BatchValues,
  draftOf,
  EMPTY_BATCH,
  REWARD_KINDS,
  triedDraft,
} from './batch-draft.rules.ts'
import styles from './codes.module.css'

/** Says what the batch is worth and who has to approve it, before it is ordered. */
export function NewBatch() {
  const text = useText('consoleCodes')
  const { form: formText } = text
  const navigate = useNavigate()
  const [draft, setDraft] = useState<BatchDraft>()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    schema: BATCH_SCHEMA,
    initial: EMPTY_BATCH,
    submit: async (parsed) => setDraft(draftOf(parsed)),
  })
  const { values } = form
  const kind = BATCH_KINDS.find((each) => each === values.kind) ?? 'redeem'
  useUnsaved(!isDone && JSON.stringify(values) !== JSON.stringify(EMPTY_BATCH))
  return (
    <Page
      title={formText.title}
      note={formText.lead}
      actions={
        <a className={styles.link} href={href(PATHS.codes)}>
          {text.toList}
        </a>
      }
    >
      <Panel>
        <form className={styles.form} {...form.form}>
          <div className={styles.kinds}>
            <Segments
              label={text.kind}
              value={kind}
              options={BATCH_KINDS.map((each) => [each, text.kinds[each]])}
              onChange={(chosen) => form.set({ kind: chosen, ...FIRST_REWARDS[chosen] })}
            />
            <p className={styles.note}>{text.kindHints[kind]}</p>
          </div>
          <TextField
            label={formText.name}
            hint={formText.nameHint}
            maxLength={BATCH_NAME_MAX}
            autoComplete="off"
            className={styles.wide}
            {...form.field('name')}
          />
          <Rewards form={form} />
          <div className={styles.fields}>
            <TextField
              label={formText.count}
              hint={formText.countHint(useNumber(CODES_MAX))}
              inputMode="numeric"
              autoComplete="off"
              {...form.field('count')}
            />
            <TextField
              label={formText.uses}
              hint={formText.usesHint}
              inputMode="numeric"
              autoComplete="off"
              {...form.field('uses')}
            />
            <SelectField label={formText.partner} empty={text.anyone} {...form.field('partner')}>
              {CODE_PARTNERS.map((partner) => (
                <option key={partner} value={partner}>
                  {partner}
                </option>
              ))}
            </SelectField>
            <TextField
              label={formText.startsAt}
              hint={formText.startsHint}
              type="datetime-local"
              max="2999-12-31T23:59"
              {...form.field('startsAt')}
            />
            <TextField
              label={formText.expiresAt}
              hint={formText.expiresHint}
              type="datetime-local"
              max="2999-12-31T23:59"
              {...form.field('expiresAt')}
            />
          </div>
          <CheckField label={formText.newUsers} hint={formText.newUsersHint} {...form.box('newUsers')} />
          <Foot values={values} />
        </form>
      </Panel>
      {draft ? (
        <ConfirmBatch
          draft={draft}
          onClose={() => setDraft(undefined)}
          onDone={(batchId) => {
            setDone(true)
            // Once the form is no longer guarded.
            queueMicrotask(() => navigate(batchId === undefined ? PATHS.codes : `${PATHS.codes}/${batchId}`))
          }}
        />
      ) : null}
    </Page>
  )
}

const FIRST_REWARDS = {
  redeem: {},
  promotion: {},
  plan: { reward: 'plan', amount: '1', reward2: '' },
  partner: { reward: 'ticket', amount: '1', reward2: '' },
  sharing: {},
} as const

function useNumber(value: number): string {
  const { language } = useCallContext()
  return formatNumber(value, language)
}

type BatchForm = ReturnType<typeof useForm<BatchValues, typeof BATCH_SCHEMA>>

function Rewards({ form }: { form: BatchForm }) {
  const { form: text } = useText('consoleCodes')
  const hasSecond = form.values.reward2 !== ''
  return (
    <fieldset className={styles.rewards}>
      <legend className={styles.legend}>{text.gives}</legend>
      <RewardFields form={form} names={FIRST} />
      {hasSecond ? <RewardFields form={form} names={SECOND} /> : null}
      {hasSecond ? (
        <Button size="s" look="text" aria-label={text.removeReward(2)} onClick={() => form.set({ reward2: '' })}>
          {text.removeReward(2)}
        </Button>
      ) : (
        <Button size="s" icon={<PlusIcon size={14} />} onClick={() => form.set({ reward2: 'credits' })}>
          {text.addReward}
        </Button>
      )}
    </fieldset>
  )
}

const FIRST = { reward: 'reward', amount: 'amount', planId: 'planId', days: 'days' } as const
const SECOND = { reward: 'reward2', amount: 'amount2', planId: 'planId2', days: 'days2' } as const

function RewardFields({ form, names }: { form: BatchForm; names: typeof FIRST | typeof SECOND }) {
  const { form: text } = useText('consoleCodes')
  const { language } = useCallContext()
  const { data, error } = useRead(versions, {})
  const kind = REWARD_KINDS.find((each) => each === form.values[names.reward]) ?? 'credits'
  // The first version of each is the newest.
  const plans = data?.list.filter((plan, at, all) => all.findIndex(({ planId }) => planId === plan.planId) === at)
  return (
    <div className={styles.reward}>
      <SelectField label={text.reward} empty="–" {...form.field(names.reward)}>
        {REWARD_KINDS.map((each) => (
          <option key={each} value={each}>
            {text.rewardKinds[each]}
          </option>
        ))}
      </SelectField>
      <TextField label={text.amount[kind]} inputMode="numeric" autoComplete="off" {...form.field(names.amount)} />
      {kind === 'plan' ? (
        <SelectField
          label={text.plan}
          empty={text.choosePlan}
          hint={error ? text.plans : undefined}
          {...form.field(names.planId)}
        >
          {plans?.map(({ planId, name }) => (
            <option key={planId} value={planId}>
              {name[language]}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField label={text.days} inputMode="numeric" autoComplete="off" {...form.field(names.days)} />
      )}
    </div>
  )
}

function Foot({ values }: { values: BatchValues }) {
  const { form: text } = useText('consoleCodes')
  const { language } = useCallContext()
  const draft = useDeferredValue(triedDraft(values))
  const tried = useRead(tryBatch, draft ?? NO_DRAFT, { enabled: draft !== undefined })
  const isTried = draft !== undefined && tried.data !== undefined && !tried.isPlaceholderData
  return (
    <>
      <div aria-live="polite">
        {draft === undefined ? <p className={styles.note}>{text.notYet}</p> : null}
        {draft && tried.error ? (
          <Notice tone="warn" icon={<WarningIcon size={18} />}>
            {tried.error.message}
          </Notice>
        ) : null}
        {isTried && tried.data.way === 'second' ? (
          <Notice tone="warn" icon={<PeopleIcon size={18} />}>
            {text.worth(formatMoney(tried.data.worthCents, language))} {text.second}
          </Notice>
        ) : null}
        {isTried && tried.data.way === 'alone' ? (
          <p className={styles.note}>
            {text.worth(formatMoney(tried.data.worthCents, language))} {text.alone}
          </p>
        ) : null}
      </div>
      <div className={styles.submit}>
        <Button look="primary" type="submit">
          {draft ? text.submit(formatNumber(Number(draft.count), language)) : text.submitNone}
        </Button>
      </div>
    </>
  )
}

const NO_DRAFT: BatchDraft = {
  kind: 'redeem',
  name: '-',
  count: 1,
  grants: [],
  usesPerCode: 1,
  newUsersOnly: false,
  partner: null,
  expiresAt: null,
}

interface ConfirmBatchProps {
  draft: BatchDraft
  onClose: () => void
  /** Undefined: it waits for a second person. */
  onDone: (batchId: string | undefined) => void
}

function ConfirmBatch({ draft, onClose, onDone }: ConfirmBatchProps) {
  const { form: text } = useText('consoleCodes')
  const shell = useShellText()
  const { submit } = useChange(make, { invalidates: [listBatches, listApprovals] })
  const tried = useRead(tryBatch, draft)
  const { language } = useCallContext()
  const count = formatNumber(Number(draft.count), language)
  return (
    <Confirm
      title={text.confirmTitle(count)}
      text={
        tried.data
          ? `${text.worth(formatMoney(tried.data.worthCents, language))} ${tried.data.way === 'alone' ? text.alone : text.second}`
          : shell.loading
      }
      label={text.submit(count)}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ ...draft, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') {
          showToast({ text: answer.approvalId ? text.waits : text.done })
          onDone(answer.batchId)
        }
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
