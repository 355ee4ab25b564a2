import type { Generated } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { ShowtimeFormat } from '#contract/showtimes.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    cinema: {
      cinema_id: string
      region: 'HK' | 'MO'
      position: number
      district_zh: string
      district_en: string
      name_zh: string
      name_en: string
      address_zh: string
      address_en: string
      booking_url: string
      withdrawn: boolean
      updated_at: Instant
    }
    cinema_film: {
      film_id: string
      position: number
      title_zh: string
      title_en: string
      description_zh: string
      description_en: string
      genres: Genre[]
      restriction: Restriction
      minutes: number
      locale: string
      release_on: Temporal.PlainDate
      program_id: string
      poster_image: string
      art_image: string
      withdrawn: boolean
      updated_at: Instant
    }
    showtime: {
      showtime_id: string
      film_id: string
      cinema_id: string
      starts_at: Instant
      locale: string
      subtitles: string[]
      format: ShowtimeFormat
      amount_cents: number
      seats_left: number | null
      ticket_seats: number
      redeemed: Generated<number>
      withdrawn: boolean
      added_at: Instant
      updated_at: Instant
    }
    cinema_ticket: {
      ticket_id: string
      account_id: string | null
      showtime_id: string
      submission: string
      code_hash: Buffer
      transfer_id: number
      return_transfer_id: number | null
      redeemed_at: Instant
      returned_at: Instant | null
    }
    cinema_notice: { film_id: string; account_id: string; requested_at: Instant }
  }
}
