-- Images that people upload with a form. The files lie encrypted in the media store, below `u/`.
create table upload (
  upload_id text primary key,
  -- SHA-256 of the token by which a form claims the image, once
  token_hash bytea not null unique,
  content_type text not null check (content_type in ('image/jpeg', 'image/webp')),
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz not null,
  -- when it is deleted; null while a form holds it
  expires_at timestamptz
);

-- images to delete
create index upload_expiry on upload (expires_at) where expires_at is not null;
