import * as z from 'zod/mini'
import { CASE_KINDS, create, list as listCases } from '#contract/admin/contact.ts'
import { CONTACT_CONTENT_MAX, CONTACT_THEMES } from '#contract/contact.ts'
import { email, personName } from '#contract/fields.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'

const SCHEMA = z.object({
  kind: z.enum(CASE_KINDS),
  theme: z.enum(CONTACT_THEMES),
  senderLanguage: z.enum(LANGUAGES),
  name: personName,
  phone: z.string().check(z.trim(), z.maxLength(30)),
  email,
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(CONTACT_CONTENT_MAX)),
  accountId: z.string().check(z.trim(), z.maxLength(64)),
})

/** A case of a person who called or wrote a letter. */
export function NewCase({ onClose }: { onClose: () => void }) {
  const { newCase: text, kinds, themes, languages } = useText('consoleContact')
  const shell = useShellText()
  const navigate = useNavigate()
  const { submit } = useChange(create, { invalidates: [listCases] })
  const form = useForm({
    schema: SCHEMA,
    initial: {
      kind: 'question',
      theme: 'other',
      senderLanguage: 'zh_HK',
      name: '',
      phone: '',
      email: '',
      content: '',
      accountId: '',
    },
    submit: async ({ accountId, ...given }) => {
      const answer = await submit({ ...given, ...(accountId && { accountId }) })
      if (answer.result === 'FAILED') return answer
      showToast({ text: text.done(answer.caseNumber) })
      onClose()
      navigate(`${PATHS.contact}/${answer.caseNumber}`)
      return answer
    },
  })
  const { values } = form
  const isDirty = [values.name, values.email, values.phone, values.content].some(Boolean)
  const guardedClose = useGuardedClose(isDirty, onClose)
  const choices = (names: Readonly<Record<string, string>>, all: readonly string[]) =>
    all.map((each) => (
      <option key={each} value={each}>
        {names[each]}
      </option>
    ))
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={guardedClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.text}</p>
        <SelectField label={text.kind} empty="–" {...form.field('kind')}>
          {choices(kinds, CASE_KINDS)}
        </SelectField>
        <SelectField label={text.theme} empty="–" {...form.field('theme')}>
          {choices(themes, CONTACT_THEMES)}
        </SelectField>
        <SelectField label={text.language} empty="–" {...form.field('senderLanguage')}>
          {choices(languages, LANGUAGES)}
        </SelectField>
        <TextField label={text.name} maxLength={50} autoComplete="off" {...form.field('name')} />
        <TextField label={text.email} type="email" autoComplete="off" {...form.field('email')} />
        <TextField label={text.phone} type="tel" autoComplete="off" {...form.field('phone')} />
        <TextAreaField label={text.content} rows={5} maxLength={CONTACT_CONTENT_MAX} {...form.field('content')} />
        <TextField label={text.account} autoComplete="off" {...form.field('accountId')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{ label: text.submit, busy: form.pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: guardedClose }}
        />
      </form>
    </Dialog>
  )
}
