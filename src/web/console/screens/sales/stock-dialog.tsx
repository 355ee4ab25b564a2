import * as z from 'zod/mini'
import { addStock, list } from '#contract/admin/content.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import { localName } from '../../content/names.ts'
import type { Content } from '../../content/use-content.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './sales.module.css'

const WHOLE = /^[+-]?[1-9]\d{0,4}$/

/** Units that have arrived are added to what there is, while buyers take some. */
export function StockDialog({ goods, onClose }: { goods: Content; onClose: () => void }) {
  const { addStock: text } = useText('consoleSales')
  const shell = useShellText()
  const { language } = useCallContext()
  const { submit } = useChange(addStock, { invalidates: [list] })
  const form = useForm({
    schema: z.object({ units: z.string().check(z.trim(), z.regex(WHOLE)), reason: z.string().check(z.maxLength(500)) }),
    initial: { units: '', reason: '' },
    messageOf: () => text.whole,
    submit: async ({ units, reason }) => {
      const answer = await submit({ id: goods.id, units: Number(units), ...(reason && { reason }) })
      if (answer.result === 'FAILED') {
        const [sentence] = Object.values(answer.fields ?? {})
        return sentence ? { message: '', fields: { units: sentence } } : answer
      }
      showToast({ text: text.done(answer.supplied, answer.free) })
      onClose()
      return undefined
    },
  })
  const { supplied } = goods.record
  const units = WHOLE.test(form.values.units.trim()) ? Number(form.values.units) : 0
  const { free = 0, sold = 0, held = 0 } = goods.counts
  return (
    <Dialog title={text.title(localName(goods.record.name, language))} closeLabel={shell.close} onClose={onClose}>
      <form className={styles.form} {...form.form}>
        <dl className={styles.facts}>
          <div>
            <dt>{text.supplied}</dt>
            <dd>{Number(supplied)}</dd>
          </div>
          <div>
            <dt>{text.sold}</dt>
            <dd>{sold}</dd>
          </div>
          <div>
            <dt>{text.held}</dt>
            <dd>{held}</dd>
          </div>
          <div>
            <dt>{text.free}</dt>
            <dd>{free}</dd>
          </div>
        </dl>
        <TextField
          label={text.units}
          hint={text.unitsHint}
          inputMode="text"
          autoComplete="off"
          placeholder="+20"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('units')}
        />
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <p className={styles.after} aria-live="polite">
          {units === 0 ? text.before : text.after(Number(supplied) + units, free + units)}
        </p>
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
