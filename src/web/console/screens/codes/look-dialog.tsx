import { useState } from 'react'
import * as z from 'zod/mini'
import { list as listBatches, look, show, voidCodes } from '#contract/admin/codes.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import formStyles from '../../form/form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Fact, Facts } from '../../widgets/facts.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { useRewards } from './code-columns.tsx'
import styles from './codes.module.css'

type Found = AdminOutputOf<typeof look>

const SCHEMA = z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) })

/** What became of one code. The code stays in this dialog: no address has it. */
export function LookDialog({ onClose }: { onClose: () => void }) {
  const { look: text } = useText('consoleCodes')
  const shell = useShellText()
  const client = useAdminClient()
  const [found, setFound] = useState<Found>()
  const [isVoiding, setVoiding] = useState(false)
  const form = useForm({
    schema: SCHEMA,
    initial: { code: '' },
    submit: async ({ code }) => {
      const answer = await client.call(look, { code })
      if (answer.result === 'SUCCESS') setFound(answer)
      return answer
    },
  })
  const { code } = form.values
  if (isVoiding) return <VoidCode code={code} onClose={() => setVoiding(false)} onDone={onClose} />
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <TextField
          label={text.code}
          hint={text.hint}
          autoComplete="off"
          maxLength={60}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('code')}
          onChange={(typed) => {
            form.set({ code: typed })
            setFound(undefined)
          }}
        />
        <FormError>{form.formError}</FormError>
        <div aria-live="polite">{found ? <FoundCode found={found} onVoid={() => setVoiding(true)} /> : null}</div>
        <DialogActions
          main={{ label: text.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.close, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}

const TONES = { unused: 'ok', redeemed: 'plain', voided: 'bad', expired: 'plain', planned: 'blue' } as const

function FoundCode({ found, onVoid }: { found: Found; onVoid: () => void }) {
  const codes = useText('consoleCodes')
  const { look: text } = codes
  const { language } = useCallContext()
  const rewardsOf = useRewards()
  const { state, kind, name, grants, usesLeft, expiresAt, outTradeNo, batchId } = found
  return (
    <div className={styles.found}>
      <p className={styles.foundHead}>
        <strong>{outTradeNo === null ? name : codes.kinds[kind]}</strong>
        <Pill tone={TONES[state]} hasDot>
          {state === 'planned' ? text.planned : codes.cardStates[state]}
        </Pill>
      </p>
      <Facts>
        <Fact label={text.gives}>{rewardsOf(grants)}</Fact>
        <Fact label={text.left}>{formatNumber(usesLeft, language)}</Fact>
        <Fact label={text.until}>{expiresAt === null ? codes.always : <When at={expiresAt} />}</Fact>
      </Facts>
      {found.uses.length === 0 ? (
        <p className={styles.note}>{text.noUses}</p>
      ) : (
        <ul className={styles.redeemed} aria-label={text.uses}>
          {found.uses.map(({ useId, usedAt, accountId }) => (
            <li key={useId}>
              <When at={usedAt} />
              {accountId === null ? (
                codes.batch.erased
              ) : (
                <a
                  className={styles.link}
                  aria-label={codes.batch.openCustomer(accountId)}
                  href={href(`${PATHS.customers}/${accountId}`)}
                >
                  <code>{accountId}</code>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foundActions}>
        {outTradeNo === null ? (
          <a className={styles.link} href={href(`${PATHS.codes}/${batchId}`)}>
            {text.toBatch}
          </a>
        ) : (
          <a className={styles.link} href={href(`${PATHS.orders}/${outTradeNo}`)}>
            {text.toOrder}
          </a>
        )}
        {outTradeNo === null && (state === 'unused' || state === 'planned') ? (
          <Button size="s" onClick={onVoid}>
            {text.void}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function VoidCode({ code, onClose, onDone }: { code: string; onClose: () => void; onDone: () => void }) {
  const { look: text } = useText('consoleCodes')
  const { submit } = useChange(voidCodes, { invalidates: [listBatches, show] })
  return (
    <Confirm
      title={text.voidTitle}
      text={text.voidText}
      label={text.void}
      word={text.word}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ code, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.voided })
        return answer
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
