import { useState } from 'react'
import { GENDERS, NAME_MAX } from '#contract/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { BirthdayField, EmailField } from '#web/ui/form/person-fields.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { RedeemCodeField } from '#web/ui/form/redeem-code-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts'
import type { Registration } from './use-registration.ts'
import form from '#web/ui/form/form.module.css'
import styles from './number-step.module.css'
import { useText } from '#web/kit/text.ts'

/** Step 3: personal details. Marketing consent is separate and not preselected. */
export function DetailsStep({ flow: { person }, onBack }: { flow: Registration; onBack: () => void }) {
  const text = useText('registration')
  const labels = text.details
  const name = useArrivalFocus<HTMLInputElement>()
  return (
    <form className={form.form} {...person.form}>
      <header className={form.head}>
        <h1 className={form.title}>{labels.title}</h1>
        <p className={form.lead}>{labels.text}</p>
      </header>
      <TextField ref={name} label={labels.name} autoComplete="name" maxLength={NAME_MAX} {...person.field('name')} />
      <EmailField label={labels.email} hint={labels.emailHint} {...person.field('email')} />
      <BirthdayField label={labels.birthday} hint={labels.birthdayHint} {...person.field('birthday')} />
      <RadioField
        label={labels.gender}
        choices={GENDERS.map((gender) => ({ value: gender, label: labels.genders[gender] }))}
        {...person.field('gender')}
      />
      <div className={styles.consent}>
        <CheckField label={labels.marketing} hint={labels.marketingHint} {...person.box('agreeMarketing')} />
      </div>
      <PromotionCode person={person} />
      <FormError>{person.formError}</FormError>
      <div className={form.actions}>
        <SubmitButton pending={person.pending} busyText={text.busy}>
          {labels.submit}
        </SubmitButton>
        <Button look="text" wide onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </form>
  )
}

/** Folded until it is wanted: few have one. */
function PromotionCode({ person }: Pick<Registration, 'person'>) {
  const { details: text } = useText('registration')
  const { hint } = useText('codes')
  const [isOpen, setOpen] = useState(person.values.promotionCode !== '')
  if (!isOpen) {
    return (
      <button type="button" className={form.strongLink} aria-expanded="false" onClick={() => setOpen(true)}>
        {text.havePromotion}
      </button>
    )
  }
  return <RedeemCodeField label={text.promotion} hint={hint} {...person.field('promotionCode')} />
}
