import { DEFAULT_OPENING } from '../../domain/time/openingHours.ts';
import type { Amenity, Layout } from '../../domain/rooms/roomFields.ts';
import type { StoredRoom } from '../rooms/rooms.ts';

/** A room in the format of this file. */
interface SeedRoom {
  readonly name: string;
  readonly capacity: number;
  /** Whole, even rupees (ruling 8). */
  readonly pricePerHourPaise: number;
  /** Paths on the site; cards show the first picture. */
  readonly images: readonly string[];
  readonly amenities: readonly Amenity[];
  /** Seats by layout; none has more seats than `capacity`. */
  readonly layouts: Readonly<Partial<Record<Layout, number>>>;
  readonly location: {
    readonly floor: string;
    readonly buildingNo: string;
    readonly streetName: string;
    readonly areaName: string;
    readonly city: 'Chennai';
    readonly pincode: string;
  };
}

/** The pictures of a room, which `npm run images` generates: the room and two details. */
const pictures = (name: string): readonly string[] =>
  ['', '-detail-1', '-detail-2'].map((detail) => `/images/${name}${detail}.jpg`);

const roomRow = (room: SeedRoom, index: number): StoredRoom => ({
  id: index + 1,
  name: room.name,
  capacity: room.capacity,
  price_per_hour_paise: room.pricePerHourPaise,
  images: [...room.images],
  image_alts: {},
  amenities: [...room.amenities],
  floor: room.location.floor,
  building_no: room.location.buildingNo,
  street_name: room.location.streetName,
  area_name: room.location.areaName,
  city: room.location.city,
  pincode: room.location.pincode,
  opens: Array.from({ length: 7 }, () => DEFAULT_OPENING.start),
  closes: Array.from({ length: 7 }, () => DEFAULT_OPENING.end),
  layouts: { ...room.layouts },
  position: 0,
  archived_at: null,
  version: 1,
});

/**
 * Nine rooms in nine parts of the city. The streets and pincodes are real, the buildings are invented. The amenities are those
 * in the pictures.
 */
const rooms: readonly SeedRoom[] = [
  {
    name: 'Marina Huddle',
    capacity: 4,
    pricePerHourPaise: 350_00,
    images: pictures('room-01-huddle-4'),
    layouts: { 'round table': 4 },
    amenities: ['wifi', 'tv', 'tea/coffee'],
    location: {
      floor: '2nd Floor',
      buildingNo: '27, Kadal House',
      streetName: 'Dr. Radhakrishnan Salai',
      areaName: 'Mylapore',
      city: 'Chennai',
      pincode: '600004',
    },
  },
  {
    name: 'Kolam Round',
    capacity: 6,
    pricePerHourPaise: 500_00,
    images: pictures('room-02-round-oak-6'),
    layouts: { 'round table': 6 },
    amenities: ['wifi', 'tea/coffee'],
    location: {
      floor: '4th Floor',
      buildingNo: '118, Eri Court',
      streetName: 'Velachery Main Road',
      areaName: 'Velachery',
      city: 'Chennai',
      pincode: '600042',
    },
  },
  {
    name: 'Signal Room',
    capacity: 8,
    pricePerHourPaise: 650_00,
    images: pictures('room-03-media-8'),
    layouts: { boardroom: 8 },
    amenities: ['tv', 'white board', 'wifi', 'tea/coffee'],
    location: {
      floor: '3rd Floor',
      buildingNo: '56, Thari Works',
      streetName: 'GST Road',
      areaName: 'Guindy',
      city: 'Chennai',
      pincode: '600032',
    },
  },
  {
    name: 'Walnut Ten',
    capacity: 10,
    pricePerHourPaise: 950_00,
    images: pictures('room-04-walnut-boardroom-10'),
    layouts: { boardroom: 10 },
    amenities: ['wifi', 'tea/coffee'],
    location: {
      floor: '5th Floor',
      buildingNo: '203, Mandapam Chambers',
      streetName: 'Nungambakkam High Road',
      areaName: 'Nungambakkam',
      city: 'Chennai',
      pincode: '600034',
    },
  },
  {
    name: 'Banyan Studio',
    capacity: 12,
    pricePerHourPaise: 1100_00,
    images: pictures('room-05-u-shape-12'),
    layouts: { 'u-shape': 12, boardroom: 10 },
    amenities: ['projector', 'wifi', 'tea/coffee'],
    location: {
      floor: '3rd Floor',
      buildingNo: '41, Aalamaram',
      streetName: 'Lattice Bridge Road',
      areaName: 'Adyar',
      city: 'Chennai',
      pincode: '600020',
    },
  },
  {
    name: 'Skyline Sixteen',
    capacity: 16,
    pricePerHourPaise: 1800_00,
    images: pictures('room-06-dusk-boardroom-16'),
    layouts: { boardroom: 16 },
    amenities: ['tv', 'wifi', 'tea/coffee'],
    location: {
      floor: '14th Floor',
      buildingNo: '9, Vaanam Towers',
      streetName: 'Rajiv Gandhi Salai',
      areaName: 'OMR Thoraipakkam',
      city: 'Chennai',
      pincode: '600097',
    },
  },
  {
    name: 'Roundtana Classroom',
    capacity: 20,
    pricePerHourPaise: 1250_00,
    images: pictures('room-07-training-20'),
    layouts: { classroom: 20, 'u-shape': 14 },
    amenities: ['projector', 'tv', 'white board', 'wifi'],
    location: {
      floor: '1st Floor',
      buildingNo: 'AA-72, Palagai Centre',
      streetName: '2nd Avenue',
      areaName: 'Anna Nagar',
      city: 'Chennai',
      pincode: '600040',
    },
  },
  {
    name: 'Athangudi Lounge',
    capacity: 8,
    pricePerHourPaise: 750_00,
    images: pictures('room-08-creative-lounge'),
    layouts: { lounge: 8 },
    amenities: ['white board', 'wifi', 'tea/coffee'],
    location: {
      floor: '4th Floor',
      buildingNo: '88, Oonjal House',
      streetName: 'G.N. Chetty Road',
      areaName: 'T. Nagar',
      city: 'Chennai',
      pincode: '600017',
    },
  },
  {
    name: 'Sabha Hall',
    capacity: 120,
    pricePerHourPaise: 2500_00,
    images: pictures('room-09-event-hall'),
    layouts: { theatre: 120, classroom: 60 },
    amenities: ['projector', 'wifi', 'tea/coffee'],
    location: {
      floor: 'Ground Floor',
      buildingNo: '15, Arangam',
      streetName: 'Pantheon Road',
      areaName: 'Egmore',
      city: 'Chennai',
      pincode: '600008',
    },
  },
];

/** The initial rooms of an empty database. */
export const seedRooms: readonly StoredRoom[] = rooms.map(roomRow);
