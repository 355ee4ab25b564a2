import { useId } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { FieldFrame, type FieldProps, noteIds } from '#web/ui/form/field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import type { SaleDetail } from './order.rules.ts'
import styles from './order-panel.module.css'

type CountryFieldProps = FieldProps & { freight: SaleDetail['freight'] }

/** The countries that are shipped to, by their names. */
export function CountryField({ name, value, error, onChange, freight }: CountryFieldProps) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  const id = useId()
  const countries = freight
    .flatMap((zone) => zone.countries)
    .map((code) => ({ code, name: countryName(code, language) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language === 'zh_HK' ? 'zh-HK' : 'en'))
  return (
    <FieldFrame id={id} label={text.country} error={error}>
      <div className={styles.select} data-wrong={error ? '' : undefined}>
        <select
          id={id}
          name={name}
          value={value}
          autoComplete="country"
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { error })}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{text.chooseCountry}</option>
          {countries.map((country) => (
            <option key={country.code} value={country.code}>
              {country.name}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={18} />
      </div>
    </FieldFrame>
  )
}

/** A country (ISO 3166) in the reader's language. */
export function countryName(code: string, language: 'zh_HK' | 'en_US'): string {
  try {
    return new Intl.DisplayNames(language === 'zh_HK' ? 'zh-HK' : 'en', { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
