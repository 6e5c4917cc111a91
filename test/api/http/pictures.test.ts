import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddPictureResponse } from '../../../contract/desk/pictures.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskRoomsResponse, RoomChangedResponse } from '../../../contract/desk/rooms.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import type { RoomsResponse } from '../../../contract/rooms/rooms.ts';
import { MAX_PICTURE_BYTES, PLACEHOLDER_PICTURE } from '../../../domain/rooms/pictures.ts';
import type { BlogPostChangedResponse } from '../../../contract/desk/posts.ts';
import { removeUnusedPictures } from '../../../server/content/pictures/removeUnused.ts';
import { get, post, send, signIn, type SignedIn } from '../client.ts';
import { startServer, type TestServer } from '../startServer.ts';

/* Uploaded pictures: which files are made of them, and which uploads are refused. */

let server: TestServer;
let owner: SignedIn;
beforeAll(async () => {
  server = await startServer();
  owner = await signIn(server, 'owner');
});
afterAll(() => server.close());

const upload = (body: Buffer | ReadableStream, type = 'image/jpeg', use = 'room') =>
  send<AddPictureResponse & ErrorBody>(server, `${deskPaths.addPicture}?use=${use}`, {
    method: 'POST',
    body: body as BodyInit,
    duplex: 'half',
    headers: { authorization: `Bearer ${owner.access}`, 'content-type': type },
  } as RequestInit);
/** A picture with a red left half and a blue right half. */
const picture = (width = 1500, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: '#c02020' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#2020c0' } },
      left: width / 2,
      top: 0,
    },
  ]);
const fetchFile = async (path: string) => {
  const response = await fetch(server.url + path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

describe('a picture', () => {
  test('is served in the widths and formats of the site, upright and without camera metadata', async () => {
    // A file of a camera that was held upright is rotated: its red left half is the top of the picture.
    const bytes = await picture(1000, 1500)
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Somebody' } } })
      .toBuffer();
    expect(bytes.includes('Somebody')).toBe(true);
    const uploaded = await upload(bytes);
    expect(uploaded.status).toBe(200);
    const { path } = uploaded.body.data;
    expect(path).toMatch(/^\/images\/uploaded\/[a-f\d]{24}\.jpg$/);
    const ends = ['-400.avif', '-800.avif', '-1200.avif', '-400.webp', '-800.webp', '-1200.webp', '.jpg'];
    for (const end of ends) {
      const file = await fetchFile(path.replace('.jpg', end));
      expect([end, file.status, file.headers.get('cache-control')]).toEqual([
        end,
        200,
        'public, max-age=31536000, immutable',
      ]);
      const { width, height, exif, orientation } = await sharp(file.bytes).metadata();
      const requestedWidth = Number(/\d+/.exec(end)?.[0] ?? 800);
      expect([end, width, height]).toEqual([end, requestedWidth, Math.round((requestedWidth * 2) / 3)]);
      expect([exif, orientation]).toEqual([undefined, undefined]);
      const { data } = await sharp(file.bytes)
        .resize(1, 2, { fit: 'fill' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([end, Number(data[0]) > 150, Number(data[5]) > 150]).toEqual([end, true, true]);
    }
    // Uploading the same picture again returns the same path, without an audit entry.
    expect((await upload(bytes)).body.data.path).toBe(path);
    const entries = await server.database
      .selectFrom('audit_entry')
      .select(['action', 'staff_name'])
      .execute();
    expect(entries).toEqual([{ action: 'picture added', staff_name: 'Omana Raman' }]);
  });

  test('of a room has a position and an alternative text, which is dropped when the room does not have the picture', async () => {
    const { path } = (await upload(await picture(1200, 800).png().toBuffer(), 'image/png')).body.data;
    const listed = async () =>
      (await get<DeskRoomsResponse>(server, deskPaths.rooms, owner.access)).body.data.find(
        ({ id }) => id === 2,
      );
    const save = async (images: readonly string[], image_alts: object) => {
      const room = await listed();
      if (!room) throw new Error('there is no room 2');
      const { location, amenities, ...rest } = room;
      const fields = { ...rest, ...location, city: 'chennai', amenities: amenities.map(({ name }) => name) };
      return post<RoomChangedResponse & ErrorBody>(
        server,
        deskPaths.saveRoom,
        { ...fields, images, image_alts },
        { token: owner.access },
      );
    };
    const before = (await listed())?.images.map(({ image }) => image) ?? [];
    const texts = { [path]: 'The window ', [before[0] ?? '']: '', '/images/other.jpg': 'Gone' };
    expect((await save([path, ...before], texts)).status).toBe(200);
    const shown = (await get<RoomsResponse>(server, paths.rooms)).body.data.find(({ id }) => id === 2);
    expect(shown?.images).toEqual([
      { image: path, alt: 'The window' },
      ...before.map((image) => ({ image })),
    ]);
    expect((await save([], texts)).status).toBe(200);
    expect((await listed())?.images).toEqual([{ image: PLACEHOLDER_PICTURE }]);
    // A room can only have pictures that are in the database.
    expect((await save([path], {})).status).toBe(200);
    const unknown = await save([`/images/uploaded/${'a'.repeat(24)}.jpg`], {});
    expect([unknown.status, Object.keys(unknown.body.error.fields ?? {})]).toEqual([400, ['images']]);
    expect((await save([path], { [path]: 'a\nb' })).status).toBe(400);
  });

  test.each(['png', 'webp', 'avif'] as const)(
    'may be a %s file with an unknown content type',
    async (format) => {
      const bytes = await picture(1202, 801).toFormat(format).toBuffer();
      expect((await upload(bytes, 'application/octet-stream', 'post')).status).toBe(200);
    },
  );

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'image/svg+xml',
    ],
    ['SVG with the type PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['HTML with the type JPEG', () => Buffer.from('<!doctype html><script>1</script>'), 'image/jpeg'],
    ['a GIF with the type WebP', () => picture().gif().toBuffer(), 'image/webp'],
    ['the beginning of a PNG', async () => (await picture().png().toBuffer()).subarray(0, 300), 'image/png'],
    ['an empty file', () => Buffer.alloc(0), 'image/png'],
    ['a form', () => Buffer.from('use=room'), 'application/x-www-form-urlencoded'],
  ])('is refused when it is %s', async (_case, bytes, type) => {
    const refused = await upload(await bytes(), type);
    expect([refused.status, refused.body.error.code]).toEqual([415, 'unsupported-media']);
  });

  test('is refused when it is too small for a page', async () => {
    const refused = await upload(await picture(1100, 1000).jpeg().toBuffer());
    expect([refused.status, Object.keys(refused.body.error.fields ?? {})]).toEqual([400, ['picture']]);
  });

  test('is refused with an explanation when it has too many pixels to be decoded', async () => {
    // 100 million pixels, which take a few kilobytes.
    const background = '#ffffff';
    const wide = sharp({ create: { width: 20_000, height: 5_000, channels: 3, background } });
    const refused = await upload(await wide.png({ compressionLevel: 9 }).toBuffer(), 'image/png');
    expect([refused.status, refused.body.error.fields]).toEqual([
      400,
      { picture: 'must have at most 60 million pixels' },
    ]);
  });

  test('of 100 MB is refused before it has arrived', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024 * 1024;
        if (sent > 100 * 1024 * 1024) controller.close();
        else controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    // The server may close the connection while the client still sends.
    const refused = await upload(endless).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(refused);
    expect(sent).toBeLessThan(MAX_PICTURE_BYTES * 4);
    const tooLarge = await upload(Buffer.alloc(MAX_PICTURE_BYTES + 1)).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(tooLarge);
  });
});

test.each([
  '/images/uploaded/none.jpg',
  '/images/uploaded/..%2f..%2fapp.html',
  `/images/uploaded/${'a'.repeat(24)}.jpg`,
])('%s is not a picture', async (path) => {
  expect((await fetchFile(path)).status).toBe(404);
});

describe('a picture that nothing uses', () => {
  const DAY_MS = 86_400_000;
  const START = Date.parse('2025-11-21T04:40:00Z');
  const runCleanup = async (days: number) => {
    server.clock.now = START + days * DAY_MS;
    // Access tokens expire within minutes.
    owner = await signIn(server, 'owner');
    const failures = await removeUnusedPictures({
      database: server.database,
      now: () => server.clock.now,
      log: { error: () => undefined },
    });
    expect(failures).toEqual([]);
  };
  const isServed = async (path: string) => (await fetchFile(path)).status === 200;
  const saveDraft = async (fields: object) => {
    const { status, body } = await post<BlogPostChangedResponse & ErrorBody>(
      server,
      deskPaths.savePost,
      { id: null, version: 0, title: 'A', author: 'B', summary: 'C', image: '', body: 'D', ...fields },
      { token: owner.access },
    );
    return status === 200 ? body.data : Object.keys(body.error.fields ?? {});
  };
  const uploadSolid = async (background: string) => {
    const solid = sharp({ create: { width: 1200, height: 800, channels: 3, background } });
    return (await upload(await solid.png().toBuffer(), 'image/png')).body.data.path;
  };
  afterAll(() => {
    server.clock.now = START;
  });

  test('is removed after a week, and a picture that a room or a post uses stays', async () => {
    const unused = await uploadSolid('#111111');
    const ofRoom = await uploadSolid('#222222');
    const inText = await uploadSolid('#333333');
    const again = await uploadSolid('#444444');
    const all = async () => Promise.all([unused, ofRoom, inText, again].map(isServed));
    await server.database
      .updateTable('room')
      .set({ images: [ofRoom] })
      .where('id', '=', 3)
      .execute();
    const draft = await saveDraft({ body: `![A door](${inText.replace('.jpg', '-800.webp')})` });
    await runCleanup(0);
    await runCleanup(6.9);
    expect(await all()).toEqual([true, true, true, true]);
    // Uploading the picture again restarts its week.
    expect(await uploadSolid('#444444')).toBe(again);
    await runCleanup(7);
    expect(await all()).toEqual([false, true, true, true]);
    const files = await server.database
      .selectFrom('picture_file')
      .select('picture')
      .where('picture', '=', unused.slice(-28, -4))
      .execute();
    expect(files).toEqual([]);
    // A removed picture cannot be used, and can be uploaded again.
    expect(await saveDraft({ image: unused })).toEqual(['image']);
    expect(await saveDraft({ body: `![A door](${unused})` })).toEqual(['body']);
    expect(await uploadSolid('#111111')).toBe(unused);
    expect(await isServed(unused)).toBe(true);
    // A picture that is no longer used stays for a week from then on.
    expect(await saveDraft({ ...(draft as object), body: 'Without it' })).toMatchObject({ version: 2 });
    await runCleanup(8);
    await runCleanup(14.5);
    expect(await isServed(inText)).toBe(true);
    await runCleanup(15);
    expect([await isServed(inText), await isServed(ofRoom)]).toEqual([false, true]);
  });
});
