import { expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { createTakenSlots } from '../../src/rooms/effects/takenSlots.ts';

interface TakenSlotsRequest {
  readonly url?: string;
  readonly data: { readonly date: string; readonly ids: readonly number[] };
}

const sendReturning = (respond: (request: TakenSlotsRequest) => unknown) =>
  vi.fn(async (request: object) => respond(request as TakenSlotsRequest)) as unknown as Parameters<
    typeof createTakenSlots
  >[0] &
    ReturnType<typeof vi.fn>;

test('rooms that load the same date at the same moment share one call', async () => {
  const send = sendReturning(({ data }) => ({
    data: Object.fromEntries(data.ids.map((id) => [id, { time: [`0${id}:00:00`] }])),
  }));
  const loadTaken = createTakenSlots(send);
  const responses = await Promise.all([1, 2, 3].map((roomId) => loadTaken({ roomId, date: '2025-11-24' })));
  expect(responses).toEqual([[2], [4], [6]]);
  expect(send).toHaveBeenCalledTimes(1);
});

test('different dates need different calls, and a single room uses the specified call', async () => {
  const send = sendReturning(() => ({ data: { time: ['09:00:00'] } }));
  const taken = createTakenSlots(send);
  await Promise.all([taken({ roomId: 1, date: '2025-11-24' }), taken({ roomId: 1, date: '2025-11-25' })]);
  expect(send).toHaveBeenCalledTimes(2);
  expect(send.mock.calls.map(([request]) => (request as TakenSlotsRequest).url)).toEqual([
    paths.takenSlots,
    paths.takenSlots,
  ]);
});

test('a failed call fails every room that shared it, and the next load sends a new call', async () => {
  const failing = vi.fn(() => Promise.reject(new Failure(503)));
  const taken = createTakenSlots(failing);
  const both = await Promise.allSettled([1, 2].map((roomId) => taken({ roomId, date: '2025-11-24' })));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(taken({ roomId: 1, date: '2025-11-24' })).rejects.toBeInstanceOf(Failure);
  expect(failing).toHaveBeenCalledTimes(2);
});

test('a room that is missing in the response fails, and the others do not', async () => {
  const send = sendReturning(() => ({ data: { 1: { time: [] } } }));
  const taken = createTakenSlots(send);
  const [known, unknown] = await Promise.allSettled(
    [1, 2].map((roomId) => taken({ roomId, date: '2025-11-24' })),
  );
  expect(known).toMatchObject({ status: 'fulfilled', value: [] });
  expect(unknown?.status).toBe('rejected');
});

test('a room that is loaded twice at the same moment uses one specified call', async () => {
  const send = sendReturning(() => ({ data: { time: ['09:00:00'] } }));
  const taken = createTakenSlots(send);
  const query = { roomId: 1, date: '2025-11-24' };
  expect(await Promise.all([taken(query), taken(query)])).toEqual([[18], [18]]);
  expect(send.mock.calls.map(([request]) => (request as TakenSlotsRequest).url)).toEqual([paths.takenSlots]);
});
