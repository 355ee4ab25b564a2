import arrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import badgeCheck from 'lucide/dist/esm/icons/badge-check.mjs'
import bell from 'lucide/dist/esm/icons/bell.mjs'
import bookOpen from 'lucide/dist/esm/icons/book-open.mjs'
import cast from 'lucide/dist/esm/icons/cast.mjs'
import captions from 'lucide/dist/esm/icons/captions.mjs'
import clock from 'lucide/dist/esm/icons/clock.mjs'
import coins from 'lucide/dist/esm/icons/coins.mjs'
import copy from 'lucide/dist/esm/icons/copy.mjs'
import deleteKey from 'lucide/dist/esm/icons/delete.mjs'
import download from 'lucide/dist/esm/icons/download.mjs'
import ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import eye from 'lucide/dist/esm/icons/eye.mjs'
import eyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import fastForward from 'lucide/dist/esm/icons/fast-forward.mjs'
import flag from 'lucide/dist/esm/icons/flag.mjs'
import gauge from 'lucide/dist/esm/icons/gauge.mjs'
import gift from 'lucide/dist/esm/icons/gift.mjs'
import heart from 'lucide/dist/esm/icons/heart.mjs'
import image from 'lucide/dist/esm/icons/image.mjs'
import info from 'lucide/dist/esm/icons/info.mjs'
import laptop from 'lucide/dist/esm/icons/laptop.mjs'
import list from 'lucide/dist/esm/icons/list.mjs'
import lockOpen from 'lucide/dist/esm/icons/lock-open.mjs'
import logOut from 'lucide/dist/esm/icons/log-out.mjs'
import maximize from 'lucide/dist/esm/icons/maximize.mjs'
import minimize from 'lucide/dist/esm/icons/minimize.mjs'
import moon from 'lucide/dist/esm/icons/moon.mjs'
import packageBox from 'lucide/dist/esm/icons/package.mjs'
import pencil from 'lucide/dist/esm/icons/pencil.mjs'
import pictureInPicture2 from 'lucide/dist/esm/icons/picture-in-picture-2.mjs'
import printer from 'lucide/dist/esm/icons/printer.mjs'
import receipt from 'lucide/dist/esm/icons/receipt-text.mjs'
import rotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs'
import share from 'lucide/dist/esm/icons/share-2.mjs'
import shield from 'lucide/dist/esm/icons/shield.mjs'
import skipBack from 'lucide/dist/esm/icons/skip-back.mjs'
import skipForward from 'lucide/dist/esm/icons/skip-forward.mjs'
import slidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs'
import sparkles from 'lucide/dist/esm/icons/sparkles.mjs'
import sun from 'lucide/dist/esm/icons/sun.mjs'
import thumbsUp from 'lucide/dist/esm/icons/thumbs-up.mjs'
import ticketCheck from 'lucide/dist/esm/icons/ticket-check.mjs'
import ticket from 'lucide/dist/esm/icons/ticket.mjs'
import user from 'lucide/dist/esm/icons/user.mjs'
import users from 'lucide/dist/esm/icons/users.mjs'
import { drawnIcon, icon, SOLID } from './icon.tsx'

export const PersonIcon = icon(user)
export const PeopleIcon = icon(users)
export const BellIcon = icon(bell)
export const PencilIcon = icon(pencil)
export const SlidersIcon = icon(slidersHorizontal)
export const ShieldIcon = icon(shield)
export const LogoutIcon = icon(logOut)
export const LaptopIcon = icon(laptop)
export const ImageIcon = icon(image)
export const InfoIcon = icon(info)
export const ClockIcon = icon(clock)
export const CreditIcon = icon(coins)
export const PassIcon = icon(badgeCheck)
export const TicketIcon = icon(ticket)
export const ReceiptIcon = icon(receipt)
export const PackageIcon = icon(packageBox)
export const GiftIcon = icon(gift)
export const RedeemIcon = icon(ticketCheck)
export const ShareIcon = icon(share)
export const CopyIcon = icon(copy)
export const PrinterIcon = icon(printer)
export const DownloadIcon = icon(download)
export const MoreIcon = icon(ellipsis)
export const BackIcon = icon(arrowLeft)
export const UnlockedIcon = icon(lockOpen)
export const DeleteIcon = icon(deleteKey)
export const EyeIcon = icon(eye)
export const HiddenIcon = icon(eyeOff)
export const SparklesIcon = icon(sparkles)
export const SunIcon = icon(sun)
export const MoonIcon = icon(moon)
export const BookIcon = icon(bookOpen)
export const HeartIcon = icon(heart)
export const NextIcon = icon(skipForward, SOLID)
export const PreviousIcon = icon(skipBack, SOLID)
export const SkipIcon = icon(fastForward, SOLID)
export const FlagIcon = icon(flag)
export const ThumbsUpIcon = icon(thumbsUp)
export const ListIcon = icon(list)
export const SubtitlesIcon = icon(captions)
export const SpeedIcon = icon(gauge)
export const CastIcon = icon(cast)
export const PipIcon = icon(pictureInPicture2)
export const FullscreenIcon = icon(maximize)
export const ExitFullscreenIcon = icon(minimize)
export const ReplayIcon = icon(rotateCcw)

/** The set has no ten-second skip. */
const TEN = (
  <text
    x="12"
    y="16"
    textAnchor="middle"
    fontSize="8.5"
    fontWeight="800"
    fill="currentColor"
    stroke="none"
    fontFamily="var(--font-num)"
  >
    10
  </text>
)

export const Back10Icon = drawnIcon(
  <>
    <path d="M8 3.5 4.5 7 8 10.5M5 7h7.5a7 7 0 1 1-6.6 9.3" />
    {TEN}
  </>,
)
export const Forward10Icon = drawnIcon(
  <>
    <path d="M16 3.5 19.5 7 16 10.5M19 7h-7.5a7 7 0 1 0 6.6 9.3" />
    {TEN}
  </>,
)
