import { expect, test } from 'vitest';
import {
  MAX_ALT_LENGTH,
  PICTURE_RATIOS,
  PICTURE_WIDTHS,
  pictureProblem,
  uploadedPictureName,
  uploadedPicturePath,
  uploadedPicturesIn,
} from '../../../domain/rooms/pictures.ts';

const MB = 1024 * 1024;
const name = '0123456789abcdef01234567';

test('rooms are shown 3:2 and posts 16:9, in the widths of the build', () => {
  expect(PICTURE_RATIOS).toEqual({ room: 1.5, post: 1.7777777777777777 });
  expect(PICTURE_WIDTHS).toEqual([400, 800, 1200]);
  expect(MAX_ALT_LENGTH).toBe(200);
});

test('a picture of 15 MB can be uploaded, a larger one is refused with its size', () => {
  expect(pictureProblem({ size: 15 * MB, type: 'image/png' })).toBeNull();
  expect(pictureProblem({ size: 15 * MB + 1, type: '' })).toBe(
    'This picture is 16 MB; at most 15 MB can be uploaded',
  );
});

test('a file that is no picture is refused, one of unknown type is left to the server', () => {
  expect(pictureProblem({ size: 1, type: 'application/pdf' })).toMatch(/^Only JPEG/);
  expect(pictureProblem({ size: 1, type: '' })).toBeNull();
});

test('only the path of an uploaded picture has a name', () => {
  expect(uploadedPictureName(uploadedPicturePath(name))).toBe(name);
  expect(uploadedPictureName('/images/placeholder.jpg')).toBeNull();
});

test('the uploaded pictures of a text are found once, in any width', () => {
  const text = `![](/images/uploaded/${name}-800.avif) and ![](/images/uploaded/${name}.jpg)`;
  expect(uploadedPicturesIn(text)).toEqual([uploadedPicturePath(name)]);
});
