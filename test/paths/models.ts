import { form } from './models/form.ts';
import { blog } from './models/blog.ts';
import { buyPoints } from './models/buyPoints.ts';
import { calendarLink } from './models/calendarLink.ts';
import { cancellation } from './models/cancellation.ts';
import { checkout } from './models/checkout.ts';
import { command } from './models/command.ts';
import { connection } from './models/connection.ts';
import { countdown } from './models/countdown.ts';
import { download } from './models/download.ts';
import { link } from './models/link.ts';
import { live } from './models/live.ts';
import { move } from './models/move.ts';
import { navigation } from './models/navigation.ts';
import { notifier } from './models/notifier.ts';
import { pendingMove } from './models/pendingMove.ts';
import { picker } from './models/picker.ts';
import { pictures } from './models/pictures.ts';
import { registration } from './models/registration.ts';
import { resource } from './models/resource.ts';
import { rooms } from './models/rooms.ts';
import { retry } from './models/retry.ts';
import { root } from './models/root.ts';
import { unpaidBooking } from './models/unpaidBooking.ts';
import { search } from './models/search.ts';
import { session } from './models/session.ts';
import { slots } from './models/slots.ts';
import { series } from './models/series.ts';
import { joinWaitingList } from './models/joinWaitingList.ts';
import type { MachineModel } from './paths.ts';

/** By the name of the machine's file. */
export const models: Readonly<Record<string, MachineModel>> = {
  form,
  blog,
  buyPoints,
  calendarLink,
  cancellation,
  checkout,
  command,
  connection,
  countdown,
  download,
  link,
  live,
  move,
  navigation,
  notifier,
  pendingMove,
  unpaidBooking,
  picker,
  pictures,
  registration,
  resource,
  rooms,
  retry,
  root,
  search,
  session,
  slots,
  series,
  joinWaitingList,
};
