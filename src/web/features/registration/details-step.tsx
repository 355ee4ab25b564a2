import { GENDERS, NAME_MAX } from '#contract/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { BirthdayField, EmailField } from '#web/ui/form/person-fields.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import { useRegistrationText } from './registration-text.ts'
import type { Registration } from './use-registration.ts'
import form from '#web/ui/form/form.module.css'
import styles from './number-step.module.css'

/** Step 3: who it is. Marketing stands apart from what is needed, and unticked. */
export function DetailsStep({ flow: { person }, onBack }: { flow: Registration; onBack: () => void }) {
  const text = useRegistrationText()
  const words = text.details
  const name = useArrivalFocus<HTMLInputElement>()
  return (
    <form className={form.form} {...person.form}>
      <header className={form.head}>
        <h1 className={form.title}>{words.title}</h1>
        <p className={form.lead}>{words.text}</p>
      </header>
      <TextField ref={name} label={words.name} autoComplete="name" maxLength={NAME_MAX} {...person.field('name')} />
      <EmailField label={words.email} hint={words.emailHint} {...person.field('email')} />
      <BirthdayField label={words.birthday} hint={words.birthdayHint} {...person.field('birthday')} />
      <RadioField
        label={words.gender}
        choices={GENDERS.map((gender) => ({ value: gender, label: words.genders[gender] }))}
        {...person.field('gender')}
      />
      <div className={styles.consent}>
        <CheckField label={words.marketing} hint={words.marketingHint} {...person.box('agreeMarketing')} />
      </div>
      <FormError>{person.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={person.pending} busyText={text.busy}>
          {words.submit}
        </SubmitButton>
        <Button look="text" wide onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </form>
  )
}
