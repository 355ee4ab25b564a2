import { launchFirefox } from './firefox.ts'
import { PLAYER_JOURNEYS } from './player-journeys.ts'
import { runJourneys } from './run-journeys.ts'
import { VISIT_JOURNEYS } from './visit-journeys.ts'

await runJourneys('Firefox', launchFirefox, [...VISIT_JOURNEYS, ...PLAYER_JOURNEYS])
