import { useText } from '#web/kit/text.ts'
import { SelectFilter } from '../table/filters.tsx'

const STATES = ['live', 'withdrawn'] as const

/** Of the address, for the list. */
export const withdrawnOf = (state: string | undefined): boolean | undefined =>
  state === 'live' ? false : state === 'withdrawn' ? true : undefined

interface StateFilterProps {
  value: string | undefined
  onChange: (state: string | undefined) => void
}

/** What the site shows, or what was withdrawn. */
export function StateFilter({ value, onChange }: StateFilterProps) {
  const { state, states } = useText('consoleContent')
  return (
    <SelectFilter
      label={state}
      value={value}
      options={STATES.map((each) => [each, states[each]])}
      onChange={onChange}
    />
  )
}
