import { REGIONS } from '#contract/regions.ts'
import { InlineSelect } from '#web/ui/form/inline-select.tsx'
import { type CinemaRow, districtsOf } from './cinema-address.rules.ts'
import styles from './area-filter.module.css'
import { useCinemaAddress } from './use-cinema-address.ts'
import { useText } from '#web/kit/text.ts'

/** Which cinemas are shown: of both regions, of one, or of a district. */
export function AreaFilter({ cinemas }: { cinemas: readonly CinemaRow[] }) {
  const text = useText('cinema')
  const { area, change } = useCinemaAddress()
  const districts = districtsOf(cinemas)
  const district = districts.find(({ districtId }) => districtId === area)
  const region = REGIONS.find((one) => one === (district?.region ?? area))
  const offered = districts.filter((one) => region === undefined || one.region === region)
  return (
    <div className={styles.filter}>
      <fieldset className={styles.regions} aria-label={text.area}>
        {([undefined, ...REGIONS] as const).map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            className={styles.region}
            aria-pressed={one === region}
            onClick={() => change({ area: one, showtime: undefined })}
          >
            {text.areas[one ?? 'all']}
          </button>
        ))}
      </fieldset>
      <InlineSelect
        label={text.allDistricts}
        isLabelHidden
        value={district?.districtId ?? ''}
        choices={[
          { value: '', label: text.allDistricts },
          ...offered.map((one) => ({ value: one.districtId, label: one.district })),
        ]}
        onChange={(value) => change({ area: value || region, showtime: undefined })}
      />
    </div>
  )
}
