import { launchChromium } from './chromium.ts'
import { PLAYER_JOURNEYS } from './player-journeys.ts'
import { runJourneys } from './run-journeys.ts'
import { VISIT_JOURNEYS } from './visit-journeys.ts'

await runJourneys('Chromium', launchChromium, [...VISIT_JOURNEYS, ...PLAYER_JOURNEYS])
