-- When another asset took this one's place. Its files and rows are removed once every stream of it has ended.
alter table asset add column replaced_at timestamptz;

-- Assets that were replaced before this column existed.
update asset set replaced_at = now()
where state = 'ready' and not exists (select from title_asset t where t.asset_id = asset.asset_id);

create index asset_replaced on asset (replaced_at) where replaced_at is not null;
