import { ROLES } from '#contract/admin/endpoint.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './operators.module.css'

interface RolesFieldProps {
  value: readonly string[]
  error: string | undefined
  disabled?: boolean
  onChange: (roles: readonly string[]) => void
}

export function RolesField({ value, error, disabled = false, onChange }: RolesFieldProps) {
  const text = useText('consoleOperators')
  const { roles } = useShellText()
  const toggle = (role: string, isOn: boolean) =>
    onChange(ROLES.filter((each) => (each === role ? isOn : value.includes(each))))
  return (
    <fieldset className={styles.roles} disabled={disabled}>
      <legend>{text.columns.roles}</legend>
      {ROLES.map((role) => (
        <CheckField
          key={role}
          name={`role-${role}`}
          label={
            <>
              <strong>{roles[role]}</strong>
              <span className={styles.duty}>{text.duties[role]}</span>
            </>
          }
          checked={value.includes(role)}
          onChange={(isOn) => toggle(role, isOn)}
        />
      ))}
      <FormError>{error}</FormError>
      <p className={styles.hint}>{text.fourEyes}</p>
    </fieldset>
  )
}
